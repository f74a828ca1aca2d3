//! The document's words: each stands once, and is read and written from here.

use serde::{Serialize, Serializer};

use crate::bend::Reach;
use crate::chain::ReferencePose;
use crate::error::Result;
use crate::scene::value::At;
use crate::solver::SolverKind;
use crate::swivel::ParentSpace;

/// A document's type for an enum of the library: a word for each of its values.
macro_rules! words {
    ($(#[$about:meta])* $doc:ident for $of:ident { $($word:literal: $value:ident),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $doc {
            $(#[doc = concat!("`", $word, "`")] $value,)+
        }

        impl $doc {
            pub(crate) fn decode(at: &At<'_>) -> Result<$doc> {
                at.word(&[$(($word, $doc::$value)),+])
            }
        }

        impl Serialize for $doc {
            fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
                to.serialize_str(match self {
                    $($doc::$value => $word,)+
                })
            }
        }

        impl From<$doc> for $of {
            fn from(doc: $doc) -> $of {
                match doc {
                    $($doc::$value => $of::$value,)+
                }
            }
        }

        impl From<$of> for $doc {
            fn from(value: $of) -> $doc {
                match value {
                    $($of::$value => $doc::$value,)+
                }
            }
        }
    };
}

words! {
    /// Swivel parent space.
    ParentSpaceDoc for ParentSpace {
        "start_joint": StartJoint,
        "ik_goal": IkGoal,
    }
}

words! {
    /// The pose that gives `a0` and `n0`.
    ReferencePoseDoc for ReferencePose {
        "preferred": Preferred,
        "start_joint_zeroed": StartJointZeroed,
    }
}

words! {
    /// A solver's name.
    #[non_exhaustive]
    SolverDoc for SolverKind {
        "hi": Hi,
        "tracking": Tracking,
        "ccd": Ccd,
    }
}

/// The word for where the goal lies.
pub(super) fn reach(reach: Reach) -> &'static str {
    match reach {
        Reach::Reached => "reached",
        Reach::TooFar => "too_far",
        Reach::TooNear => "too_near",
    }
}
