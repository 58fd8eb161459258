//! The saved form of a game: how it began, and its acts. The rest follows from ruling on the acts again.

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, MapAccess, value::MapAccessDeserializer},
};

use super::Game;
use crate::{
    position::{Position, Setup},
    rules::{Act, Event, SearchBudget, SearchLimit},
};

/// The fields that a game is serialized with. Those that are as usual are left out.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    rules: String,
    #[serde(default, skip_serializing_if = "is_usual")]
    event: Event,
    /// The search limits at each move and at the end; `None` for the material only.
    #[serde(default = "usual_limits", skip_serializing_if = "are_usual_limits")]
    search: [Option<usize>; 2],
    start: String,
    acts: Vec<SavedAct>,
}

fn is_usual(event: &Event) -> bool {
    *event == Event::default()
}

fn usual_limits() -> [Option<usize>; 2] {
    limits(&SearchBudget::DEFAULT)
}

fn are_usual_limits(search: &[Option<usize>; 2]) -> bool {
    *search == usual_limits()
}

fn limits(budget: &SearchBudget) -> [Option<usize>; 2] {
    [budget.each_move, budget.at_the_end].map(|limit| match limit {
        SearchLimit::MaterialOnly => None,
        SearchLimit::Positions(most) => Some(most),
    })
}

/// An act; a move that completes a turn is serialized as its UCI notation alone.
struct SavedAct(Act);

impl Serialize for SavedAct {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Act::MoveAndPress { mv } = self.0 {
            return mv.serialize(serializer);
        }
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SavedAct {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SavedAct, D::Error> {
        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = SavedAct;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a move such as \"e2e4\", or an object with the field \"act\"")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<SavedAct, E> {
                let mv = text.parse().map_err(E::custom)?;
                Ok(SavedAct(Act::MoveAndPress { mv }))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<SavedAct, A::Error> {
                Act::deserialize(MapAccessDeserializer::new(map)).map(SavedAct)
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

/// Serializes the rule set, the event, the start and the acts. An event and search limits as in [`Game::new`] with
/// [`SearchBudget::DEFAULT`] are left out. The format must describe itself, as JSON does.
impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = Fields {
            rules: self.rule_set.to_string(),
            event: self.event,
            search: limits(&self.budget),
            start: self.line.start().to_string(),
            acts: self.acts.iter().map(|&act| SavedAct(act)).collect(),
        };
        fields.serialize(serializer)
    }
}

/// Deserializes a game by ruling on its acts again. An act that has no effect in this game is an error.
impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
        let Fields { rules, event, search, start, acts } = Fields::deserialize(deserializer)?;
        let rule_set = rules.parse().map_err(de::Error::custom)?;
        let setup: Setup = start.parse().map_err(de::Error::custom)?;
        let start = Position::from_playable(&setup).map_err(de::Error::custom)?;
        let [each_move, at_the_end] =
            search.map(|limit| limit.map_or(SearchLimit::MaterialOnly, SearchLimit::Positions));
        let budget = SearchBudget::new(each_move, at_the_end);
        let mut game = Game::in_event(rule_set, event, start, budget);
        for (index, SavedAct(act)) in acts.iter().enumerate() {
            let ruling = game.act(act);
            if game.acts.len() == index {
                return Err(de::Error::custom(format!(
                    "act {} of the game, \"{act}\", has no effect: {}",
                    index + 1,
                    ruling.reason.explain(rule_set)
                )));
            }
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleSet;

    rows!(
        a_saved_game_is_small,
        {
            let offer = Act::Offer { by: crate::board::Color::White };
            let e4 = Act::MoveAndPress { mv: "e2e4".parse().unwrap() };
            let start = r#""start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1""#;
        },
        for (budget, acts, fields, saved) in [
            (SearchBudget::DEFAULT, &[e4][..], "", r#"["e2e4"]"#),
            (SearchBudget::up_to(9), &[], r#""search":[9,9],"#, "[]"),
            (
                SearchBudget::MATERIAL_ONLY,
                &[offer, e4],
                r#""search":[null,null],"#,
                r#"[{"act":"offer","by":"white"},"e2e4"]"#,
            ),
        ] {
            let mut game = Game::new(RuleSet::FIDE_2023, Position::start(), budget);
            acts.iter().for_each(|act| drop(game.act(act)));
            let json = format!(r#"{{"rules":"fide-2023",{fields}{start},"acts":{saved}}}"#);
            assert_eq!(serde_json::to_string(&game).unwrap(), json);
            assert_eq!(serde_json::from_str::<Game>(&json).unwrap(), game);
        }
    );

    rows!(
        other_text_is_refused_with_what_is_wrong,
        for (from, to, says) in [
            ("fide-2023", "fide-2032", "did you mean \"fide-2023\"?"),
            (" w KQkq", " x KQkq", "the side to move of a FEN"),
            ("R1BQKBNR", "R1BQ1BNR", "White has no king"),
            ("e2e4", "e2e5", "act 1 of the game, \"e2e5\", has no effect: "),
            ("e2e4", "e4", "cannot read \"e4\" as a move"),
            ("\"e2e4\"", "4", "expected a move such as \"e2e4\", or an object"),
            ("\"e2e4\"", r#"{"act":"press","by":"black"}"#, "act 1 of the game, \"Black presses"),
            ("\"e2e4\"", r#"{"act":"shout"}"#, "unknown variant `shout`"),
            ("\"acts\"", "\"moves\"", "unknown field `moves`"),
        ] {
            let good = r#"{"rules":"fide-2023","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1","acts":["e2e4"]}"#;
            assert!(serde_json::from_str::<Game>(good).is_ok());
            let error = serde_json::from_str::<Game>(&good.replace(from, to)).unwrap_err();
            assert!(error.to_string().contains(says), "{to}: {error}");
        }
    );
}
