//! The one error type: what is wrong, where, and what to do.

use std::fmt;

/// The kind of a failure; stable, so that programs may match on it.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// The text is not JSON, or nests too deeply to be read.
    Syntax,
    /// A value has the wrong type, or a key is missing.
    Type,
    /// A key that the document does not have.
    UnknownKey,
    /// A document of another version.
    Version,
    /// A name that no node bears.
    UnknownNode,
    /// Two nodes of one name.
    DuplicateName,
    /// A node is its own ancestor, or the goal moves with the chain it drives.
    Cycle,
    /// A number that is NaN or infinite, or too large to compute with.
    NotFinite,
    /// A rotation that is none: a zero or far from unit quaternion, a zero axis.
    NotRotation,
    /// A scale that is zero or not uniform.
    NotRigid,
    /// A vector that must have a direction has none.
    ZeroVector,
    /// A chain that is none: the end is not below the start, or a bone has no length.
    BadChain,
    /// A straight pose, which has no solver plane, without a `plane_normal`.
    StraightPose,
    /// A zero-plane map whose singular point lies at `a0`.
    SingularAtA0,
    /// More than this library takes at once.
    TooLarge,
    /// A crank-slider that cannot be: lengths, or an angle its rod cannot reach.
    OutOfReach,
    /// A parameter outside the values it can take.
    BadValue,
}

impl Code {
    /// The code as it stands in JavaScript's `error.code`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Code::Syntax => "syntax",
            Code::Type => "type",
            Code::UnknownKey => "unknown_key",
            Code::Version => "version",
            Code::UnknownNode => "unknown_node",
            Code::DuplicateName => "duplicate_name",
            Code::Cycle => "cycle",
            Code::NotFinite => "not_finite",
            Code::NotRotation => "not_rotation",
            Code::NotRigid => "not_rigid",
            Code::ZeroVector => "zero_vector",
            Code::BadChain => "bad_chain",
            Code::StraightPose => "straight_pose",
            Code::SingularAtA0 => "singular_at_a0",
            Code::TooLarge => "too_large",
            Code::OutOfReach => "out_of_reach",
            Code::BadValue => "bad_value",
        }
    }
}

/// A failure: its [`Code`], the path of the value at fault, and a sentence.
///
/// Displays as `path: sentence`, e.g. `ik.goal.parent: no node "B"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    code: Code,
    path: String,
    message: String,
}

/// What this library returns.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// A failure of kind `code` at `path` (empty where there is no place to point at).
    #[must_use]
    pub fn new(code: Code, path: impl Into<String>, message: impl Into<String>) -> Self {
        Error {
            code,
            path: path.into(),
            message: message.into(),
        }
    }

    /// The kind of the failure.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// Where the value at fault stands, as a path into the scene document.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What is wrong and what to give instead, without the path.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}

impl std::error::Error for Error {}
