//! As much of Maya as the network of nodes needs: MEL that creates, sets and connects, and the
//! nodes' arithmetic, in doubles so that only the network is judged.

use std::collections::HashMap;

/// What a plug is fed by.
#[derive(Clone, Debug)]
enum Source {
    Value(f64),
    Plug(String),
}

#[derive(Debug, Default)]
pub(super) struct Network {
    /// Variable → type of node.
    nodes: HashMap<String, String>,
    /// `variable.plug` → its source.
    sources: HashMap<String, Source>,
}

impl Network {
    pub(super) fn read(script: &str) -> Network {
        let mut network = Network::default();
        for line in script.lines().filter(|line| !line.starts_with("//")) {
            let line = line.strip_suffix(';').expect("a command ends with ;");
            if let Some(create) = line.strip_prefix("string $") {
                let (name, command) = create.split_once(" = `createNode ").expect("a node");
                let kind = command.split_whitespace().next().expect("a type");
                assert!(
                    command.ends_with(&format!(" -name \"crank_{name}\"`")),
                    "{line}"
                );
                network.nodes.insert(name.to_owned(), kind.to_owned());
            } else if let Some(set) = line.strip_prefix("setAttr ") {
                let (plug, value) = set.rsplit_once(' ').expect("a value");
                let value = value.parse().expect("a number");
                network.feed(plug, Source::Value(value));
            } else if let Some(connect) = line.strip_prefix("connectAttr ") {
                let middle = connect
                    .find(") (")
                    .or(connect.find(") \""))
                    .or(connect.find("\" ("));
                let (from, to) = connect.split_at(middle.expect("two plugs") + 1);
                let from = network.plug(from);
                network.feed(to.trim(), Source::Plug(from));
            } else {
                assert_eq!(line, "loadPlugin -quiet \"quatNodes\"");
            }
        }
        network
    }

    /// `($node + ".plug")` or `"node.plug"` as `node.plug`.
    fn plug(&self, text: &str) -> String {
        let Some(inner) = text.strip_prefix("($") else {
            let plug = text.trim_matches('"');
            assert!(
                ["main_bar.rotateZ", "slider.translateX"].contains(&plug),
                "{plug}"
            );
            return plug.to_owned();
        };
        let (node, plug) = inner.split_once(" + \"").expect("a plug");
        assert!(self.nodes.contains_key(node), "{node} is not there yet");
        format!("{node}{}", plug.trim_end_matches("\")"))
    }

    fn feed(&mut self, plug: &str, source: Source) {
        let plug = self.plug(plug);
        assert!(
            self.sources.insert(plug.clone(), source).is_none(),
            "{plug} twice"
        );
    }

    /// `turn`: rotateZ as Maya holds it, in radians.
    pub(super) fn translate_x(&self, turn: f64) -> f64 {
        self.input("slider.translateX", turn)
    }

    fn input(&self, plug: &str, turn: f64) -> f64 {
        match self.sources.get(plug) {
            Some(Source::Value(value)) => *value,
            Some(Source::Plug(from)) if from == "main_bar.rotateZ" => turn,
            Some(Source::Plug(from)) => self.output(from, turn),
            None => panic!("{plug} is fed by nothing"),
        }
    }

    fn output(&self, plug: &str, turn: f64) -> f64 {
        let (node, name) = plug.split_once('.').expect("a plug");
        let input = |name: &str| self.input(&format!("{node}.{name}"), turn);
        let operation = match self.sources.get(&format!("{node}.operation")) {
            Some(Source::Value(value)) => *value as u8,
            _ => 1,
        };
        match (self.nodes[node].as_str(), name, operation) {
            ("eulerToQuat", "outputQuatZ", 1) => (0.5 * input("inputRotateZ")).sin(),
            ("eulerToQuat", "outputQuatW", 1) => (0.5 * input("inputRotateZ")).cos(),
            ("multiplyDivide", "outputX", 1) => input("input1X") * input("input2X"),
            ("multiplyDivide", "outputY", 1) => input("input1Y") * input("input2Y"),
            ("multiplyDivide", "outputX", 3) => input("input1X").powf(input("input2X")),
            ("plusMinusAverage", "output1D", 1) => self.inputs(node, turn).iter().sum(),
            ("plusMinusAverage", "output1D", 2) => {
                let inputs = self.inputs(node, turn);
                inputs[0] - inputs[1..].iter().sum::<f64>()
            }
            ("clamp", "outputR", 1) => input("inputR").clamp(input("minR"), input("maxR")),
            other => panic!("Maya has no {other:?}"),
        }
    }

    fn inputs(&self, node: &str, turn: f64) -> Vec<f64> {
        let plugs = (0..).map(|i| format!("{node}.input1D[{i}]"));
        plugs
            .take_while(|plug| self.sources.contains_key(plug))
            .map(|plug| self.input(&plug, turn))
            .collect()
    }
}
