use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de::Error};

use crate::board::Color;

/// Something that happens beside the moves, and that an arbiter has to deal with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Incident {
    /// What happens.
    pub what: IncidentKind,
    /// The player it is about, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Color>,
    /// The number in its sentence, such as minutes; 0 if there is none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub number: u32,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Derived, it would accept an incident about a player that names none.
impl<'de> Deserialize<'de> for Incident {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Incident, D::Error> {
        #[derive(Deserialize)]
        struct Fields {
            what: IncidentKind,
            of: Option<Color>,
            #[serde(default)]
            number: u32,
        }
        let Fields { what, of, number } = Fields::deserialize(deserializer)?;
        if of.is_some() == what.is_of_a_player() {
            return Ok(Incident { what, of, number });
        }
        let name = what.name();
        Err(D::Error::custom(match of {
            Some(_) => format!("the incident \"{name}\" is not about a player; leave out \"of\""),
            None => format!("the incident \"{name}\" is about a player: \"of\" is missing"),
        }))
    }
}

/// The kinds of incidents, each with the sentence for it: `White` stands for either player.
macro_rules! incidents {
    ($($(#[doc = $doc:literal])+ $variant:ident $name:literal $sentence:literal,)+) => {
        /// What can happen away from the moves.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub enum IncidentKind { $($(#[doc = $doc])+ #[serde(rename = $name)] $variant,)+ }

        impl IncidentKind {
            /// All of them.
            pub const ALL: &[IncidentKind] = &[$(IncidentKind::$variant,)+];

            /// The permanent name.
            pub const fn name(self) -> &'static str {
                match self { $(IncidentKind::$variant => $name,)+ }
            }

            /// The sentence for it, with `White` for the player and `NUMBER` for the number, and a space
            /// before each comma.
            pub const fn sentence(self) -> &'static str {
                match self { $(IncidentKind::$variant => $sentence,)+ }
            }
        }
    };
}

incidents! {
    /// The arbiter agrees that the game cannot be won by normal means.
    LastMinutesAgreed "last-minutes-agreed" "The arbiter agrees with the claim",
    /// The arbiter postpones the decision on the claim of the last minutes.
    LastMinutesPostponed "last-minutes-postponed" "The arbiter postpones the decision",
    /// The arbiter rejects the claim of the last minutes.
    LastMinutesRejected "last-minutes-rejected" "The arbiter rejects the claim",
    /// A player short of time asks that seconds be added with each move.
    SecondsRequested "seconds-requested" "White requests extra seconds for both players",
    /// The arbiter agrees to that request.
    SecondsGranted "seconds-granted" "The arbiter grants the extra seconds",
    /// The arbiter consents to draws by agreement where the event forbids them.
    ConsentGiven "consent-given" "The arbiter consents to a draw",
    /// The arbiter says that a flag has fallen.
    FlagCalledByArbiter "flag-called-by-arbiter" "The arbiter calls White's flag",
    /// A player says that the opponent's flag has fallen, and claims the win.
    FlagClaimed "flag-claimed" "White claims a win on time",
    /// A spectator says that a flag has fallen.
    FlagCalledBySpectator "flag-called-by-spectator" "A spectator calls White's flag",
    /// A flag falls, and nobody knows how many moves have been made.
    FlagWithoutRecord "flag-without-record" "White's flag falls , and the scoresheets are incomplete",
    /// Brought up to date, the scoresheets show so many moves of a player.
    RecordShows "record-shows" "The scoresheets show NUMBER moves by White",
    /// The scoresheets cannot be brought up to date.
    RecordLost "record-lost" "The scoresheets cannot be brought up to date",
    /// A player arrives so many minutes after the start.
    Late "late" "White arrives NUMBER minutes late",
    /// Neither player is there, and both arrive so many minutes after the start.
    BothLate "both-late" "Both players arrive NUMBER minutes late",
    /// A player's phone rings.
    PhoneRings "phone-rings" "White's phone rings",
    /// A player refuses again and again to keep to the Laws.
    Refusal "refusal" "White persistently refuses to keep to the Laws",
    /// Both players do.
    RefusalByBoth "refusal-by-both" "Both players persistently refuse to keep to the Laws",
    /// A player adjourns, and what he has written down is illegal.
    SealedIllegal "sealed-illegal" "White seals an illegal move",
    /// A player adjourns, and what he has written down has more than one meaning, or none.
    SealedUnclear "sealed-unclear" "White seals a move that nobody can read for certain",
    /// The game is resumed, and the sealed move is read.
    EnvelopeOpened "envelope-opened" "The envelope is opened",
    /// A player knocks pieces over.
    Displaced "displaced" "White knocks over some pieces",
    /// A player presses the clock with the hand that did not make the move.
    OtherHand "other-hand" "White presses the clock with the other hand",
    /// A player stops the clocks because a piece to promote to is not at hand.
    StoppedForAPiece "stopped-for-a-piece" "White stops the clocks to fetch a piece",
    /// A player stops the clocks for no reason.
    StoppedForNothing "stopped-for-nothing" "White stops the clocks without a reason",
}

impl IncidentKind {
    /// Whether it is about one of the players.
    pub fn is_of_a_player(self) -> bool {
        self.sentence().contains("White")
    }

    /// Whether its sentence has a number.
    pub fn has_number(self) -> bool {
        self.sentence().contains("NUMBER")
    }
}

impl Incident {
    /// The same with colours exchanged.
    pub fn flip(self) -> Incident {
        Incident { of: self.of.map(|of| !of), ..self }
    }
}

/// The sentence.
impl fmt::Display for Incident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = self.what.sentence().replace(" ,", ",");
        let sentence = sentence.replace("NUMBER", &self.number.to_string());
        match self.of {
            Some(of) => f.write_str(&sentence.replace("White", of.name())),
            None => f.write_str(&sentence),
        }
    }
}
