//! The hard way: the exact relation as an expression for other programs.
//!
//! b = c cos(asin((a sin γ − h)/c)) + a cos γ, with the offset only where there is one, and the
//! sine held within −1 … 1 only where the rod does not reach everywhere. Lengths are written so
//! that they read back as the same number. What differs from program to program, and goes
//! wrong, is the unit of angles:
//!
//! | program | the angle comes in | its functions take |
//! |---|---|---|
//! | 3ds Max | degrees, γ = 90 − z | degrees |
//! | Maya expression | degrees | radians |
//! | Maya nodes | as it is: an angle is connected to an angle | |
//! | Blender | radians | radians |
//! | Houdini | degrees | degrees |
//! | Unity | degrees | radians |
//! | Godot | radians | radians |

use crate::crank_slider::CrankSlider;

/// The most characters that a scripted expression of Blender holds.
pub const MAX_BLENDER_EXPRESSION: usize = 255;

/// A program's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// A float script controller of 3ds Max, on the slider's Y position. The main bar turns
    /// about Z and lies across the slide at z = 0, so γ = 90° − z; an offset is along X. The
    /// script computes in doubles; 3ds Max hands it the angle, and takes the position, in
    /// single precision.
    Max,
    /// A Maya expression, on translateX, for a bar that turns about Z. In doubles.
    Maya,
    /// A network of Maya's nodes without an expression, as MEL that builds it. The half angle's
    /// sine and cosine come from `eulerToQuat`, the root from a power. These nodes compute in
    /// single precision.
    MayaNodes,
    /// A scripted driver of Blender, with a variable `angle` (a rotation, in radians). In
    /// doubles; at most [`MAX_BLENDER_EXPRESSION`] characters.
    Blender,
    /// A channel expression of Houdini in HScript, for a bar that turns about Z.
    Houdini,
    /// A C# component of Unity. Computes in doubles; `Transform` stores single precision.
    Unity,
    /// A GDScript of Godot, in the plane. Computes in doubles; `Vector2` stores single
    /// precision.
    Godot,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Dialect; 7] = [
        Dialect::Max,
        Dialect::Maya,
        Dialect::MayaNodes,
        Dialect::Blender,
        Dialect::Houdini,
        Dialect::Unity,
        Dialect::Godot,
    ];
}

/// How a language spells the relation.
struct Spelling<'s> {
    crank: &'s str,
    rod: &'s str,
    /// With its sign and the operator before it: ` - h`.
    less_offset: &'s str,
    angle: &'s str,
    sin: &'s str,
    cos: &'s str,
    asin: &'s str,
    /// What comes before and after a value held within −1 … 1.
    held: (&'s str, &'s str),
}

impl CrankSlider {
    /// The exact slide as an expression or script of another program, to be pasted there.
    /// Names of objects are placeholders that are said in it.
    #[must_use]
    pub fn expression(&self, dialect: Dialect) -> String {
        match dialect {
            Dialect::Max => self.max(),
            Dialect::Maya => self.maya(),
            Dialect::MayaNodes => self.maya_nodes(),
            Dialect::Blender => self.blender(),
            Dialect::Houdini => self.houdini(),
            Dialect::Unity => self.unity(),
            Dialect::Godot => self.godot(),
        }
    }

    /// Whether the crank goes round with room to spare, so that rounding cannot carry the sine
    /// of the rod's angle beyond 1.
    fn goes_round(&self) -> bool {
        self.above > 0.0 && self.below > 0.0
    }

    fn relation(&self, spelling: &Spelling<'_>) -> String {
        let Spelling {
            crank,
            rod,
            less_offset,
            angle,
            sin,
            cos,
            asin,
            held: (hold, held),
        } = spelling;
        let height = if self.offset == 0.0 {
            format!("{crank} * {sin}({angle})")
        } else {
            format!("({crank} * {sin}({angle}){less_offset})")
        };
        let ratio = if self.goes_round() {
            format!("{height} / {rod}")
        } else {
            format!("{hold}{height} / {rod}{held}")
        };
        format!("{rod} * {cos}({asin}({ratio})) + {crank} * {cos}({angle})")
    }

    /// The lengths as lines of code, the offset only where there is one.
    fn lengths(&self, line: impl Fn(&str, f64) -> String) -> String {
        let mut lines = line("a", self.crank) + &line("c", self.rod);
        if self.offset != 0.0 {
            lines += &line("h", self.offset);
        }
        lines
    }

    fn max(&self) -> String {
        // Doubles have a `d` for the exponent.
        let double = |value: f64| {
            let text = number(value);
            if text.contains('e') {
                text.replace('e', "d")
            } else {
                text + "d0"
            }
        };
        let lengths = self.lengths(|name, value| format!("\tlocal {name} = {}\n", double(value)));
        let relation = self.relation(&Spelling {
            crank: "a",
            rod: "c",
            less_offset: " - h",
            angle: "gamma",
            sin: "sin",
            cos: "cos",
            asin: "asin",
            held: ("amax #(-1.0d0, amin #(1.0d0, ", "))"),
        });
        let axis = self.axis("X");
        format!(
            "(\n\
             \t-- Float script for the Y position of the slider; angles in degrees.{axis}\n\
             \tdependsOn $main_bar\n\
             {lengths}\
             \tlocal gamma = 90.0d0 - (in coordsys gimbal $main_bar.rotation.z)\n\
             \t{relation}\n\
             )\n"
        )
    }

    fn maya(&self) -> String {
        let lengths = self.lengths(|name, value| format!("float ${name} = {};\n", number(value)));
        let relation = self.relation(&Spelling {
            crank: "$a",
            rod: "$c",
            less_offset: " - $h",
            angle: "$gamma",
            sin: "sin",
            cos: "cos",
            asin: "asin",
            held: ("clamp(-1.0, 1.0, ", ")"),
        });
        let axis = self.axis("translateY");
        format!(
            "// rotateZ is in degrees, the functions take radians.{axis}\n\
             {lengths}\
             float $gamma = deg_to_rad(main_bar.rotateZ);\n\
             slider.translateX = {relation};\n"
        )
    }

    /// sin γ = 2zw and cos γ = 1 − 2z² from the quaternion (0, 0, z, w) of the turn.
    fn maya_nodes(&self) -> String {
        let (a, c) = (self.crank, self.rod);
        let mut script = String::new();
        let mut line = |text: &str| {
            script += text;
            script.push('\n');
        };
        let node = |kind: &str, name: &str| {
            format!("string ${name} = `createNode {kind} -name \"crank_{name}\"`;")
        };
        let plug = |at: &str| match at.split_once('.') {
            Some((node, plug)) if node != "main_bar" && node != "slider" => {
                format!("(${node} + \".{plug}\")")
            }
            _ => format!("\"{at}\""),
        };
        let set = |at: &str, value: &str| format!("setAttr {} {value};", plug(at));
        let connect = |from: &str, to: &str| format!("connectAttr {} {};", plug(from), plug(to));

        line(&format!(
            "// Nodes that drive translateX of slider by rotateZ of main_bar; single precision.{}",
            self.axis("translateY")
        ));
        line("loadPlugin -quiet \"quatNodes\";");
        line(&node("eulerToQuat", "quat"));
        line(&connect("main_bar.rotateZ", "quat.inputRotateZ"));
        line("// z w and z z");
        line(&node("multiplyDivide", "half"));
        line(&connect("quat.outputQuatZ", "half.input1X"));
        line(&connect("quat.outputQuatW", "half.input2X"));
        line(&connect("quat.outputQuatZ", "half.input1Y"));
        line(&connect("quat.outputQuatZ", "half.input2Y"));
        line("// a sin(gamma) and a cos(gamma) - a");
        line(&node("multiplyDivide", "legs"));
        line(&connect("half.outputX", "legs.input1X"));
        line(&set("legs.input2X", &number(2.0 * a)));
        line(&connect("half.outputY", "legs.input1Y"));
        line(&set("legs.input2Y", &number(-2.0 * a)));
        let height = if self.offset == 0.0 {
            "legs.outputX"
        } else {
            line("// the pin's height above the slide axis");
            line(&node("plusMinusAverage", "height"));
            line(&connect("legs.outputX", "height.input1D[0]"));
            line(&set("height.input1D[1]", &number(-self.offset)));
            "height.output1D"
        };
        line("// the rod's span: the root of its square less the height's");
        line(&node("multiplyDivide", "squares"));
        line(&set("squares.input1X", &number(c)));
        line(&set("squares.input2X", &number(c)));
        line(&connect(height, "squares.input1Y"));
        line(&connect(height, "squares.input2Y"));
        line(&node("plusMinusAverage", "rest"));
        line(&set("rest.operation", "2"));
        line(&connect("squares.outputX", "rest.input1D[0]"));
        line(&connect("squares.outputY", "rest.input1D[1]"));
        let rest = if self.goes_round() {
            "rest.output1D"
        } else {
            line(&node("clamp", "held"));
            line(&connect("rest.output1D", "held.inputR"));
            line(&set("held.minR", "0.0"));
            line(&connect("squares.outputX", "held.maxR"));
            "held.outputR"
        };
        line(&node("multiplyDivide", "span"));
        line(&set("span.operation", "3"));
        line(&connect(rest, "span.input1X"));
        line(&set("span.input2X", "0.5"));
        line(&node("plusMinusAverage", "slide"));
        line(&connect("span.outputX", "slide.input1D[0]"));
        line(&connect("legs.outputY", "slide.input1D[1]"));
        line(&set("slide.input1D[2]", &number(a)));
        line(&connect("slide.output1D", "slider.translateX"));
        script
    }

    fn blender(&self) -> String {
        let relation = self.relation(&Spelling {
            crank: &number(self.crank),
            rod: &number(self.rod),
            less_offset: &self.less_offset(),
            angle: "angle",
            sin: "sin",
            cos: "cos",
            asin: "asin",
            held: ("max(-1,min(1,", "))"),
        });
        relation.replace(' ', "")
    }

    fn houdini(&self) -> String {
        // HScript's manual knows no exponents.
        let plain = |value: f64| {
            let text = format!("{value}");
            if text.contains('.') {
                text
            } else {
                text + ".0"
            }
        };
        let less_offset = if self.offset < 0.0 {
            format!(" + {}", plain(-self.offset))
        } else {
            format!(" - {}", plain(self.offset))
        };
        self.relation(&Spelling {
            crank: &plain(self.crank),
            rod: &plain(self.rod),
            less_offset: &less_offset,
            angle: "ch(\"../main_bar/rz\")",
            sin: "sin",
            cos: "cos",
            asin: "asin",
            held: ("clamp(", ", -1, 1)"),
        })
    }

    fn unity(&self) -> String {
        let lengths = self
            .lengths(|name, value| format!("        const double {name} = {};\n", number(value)));
        let relation = self.relation(&Spelling {
            crank: "a",
            rod: "c",
            less_offset: " - h",
            angle: "gamma",
            sin: "Math.Sin",
            cos: "Math.Cos",
            asin: "Math.Asin",
            held: ("Math.Max(-1.0, Math.Min(1.0, ", "))"),
        });
        let height = if self.offset == 0.0 { "0f" } else { "(float)h" };
        format!(
            "using System;\n\
             using UnityEngine;\n\
             \n\
             // The crank turns about Z by degrees, Math takes radians. The slide is along X.\n\
             public class CrankSlider : MonoBehaviour\n\
             {{\n\
             \x20   public Transform crank;\n\
             \x20   public Transform slider;\n\
             \n\
             \x20   void LateUpdate()\n\
             \x20   {{\n\
             {lengths}\
             \x20       double gamma = crank.localEulerAngles.z * (Math.PI / 180.0);\n\
             \x20       double slide = {relation};\n\
             \x20       slider.localPosition = new Vector3((float)slide, {height}, 0f);\n\
             \x20   }}\n\
             }}\n"
        )
    }

    fn godot(&self) -> String {
        let lengths = self.lengths(|name, value| format!("\tvar {name} := {}\n", number(value)));
        let relation = self.relation(&Spelling {
            crank: "a",
            rod: "c",
            less_offset: " - h",
            angle: "gamma",
            sin: "sin",
            cos: "cos",
            asin: "asin",
            held: ("clampf(", ", -1.0, 1.0)"),
        });
        let height = if self.offset == 0.0 { "0.0" } else { "h" };
        format!(
            "extends Node2D\n\
             # Angles in radians. Y points down: so do the turn of the crank and the offset.\n\
             \n\
             @onready var crank: Node2D = $Crank\n\
             @onready var slider: Node2D = $Slider\n\
             \n\
             func _process(_delta: float) -> void:\n\
             {lengths}\
             \tvar gamma := crank.rotation\n\
             \tvar slide := {relation}\n\
             \tslider.position = Vector2(slide, {height})\n"
        )
    }

    /// ` - h` with the number's own sign.
    fn less_offset(&self) -> String {
        if self.offset < 0.0 {
            format!(" + {}", number(-self.offset))
        } else {
            format!(" - {}", number(self.offset))
        }
    }

    /// What a comment says about the offset.
    fn axis(&self, along: &str) -> String {
        if self.offset == 0.0 {
            String::new()
        } else {
            let slide_axis = number(self.offset);
            format!(" Keep the slider at {along} = {slide_axis} from the crank's centre.")
        }
    }
}

/// The shortest decimal that reads back as the same number, never as an integer.
fn number(value: f64) -> String {
    let text = format!("{value:?}");
    if text.contains(['.', 'e']) {
        text
    } else {
        text + ".0"
    }
}
