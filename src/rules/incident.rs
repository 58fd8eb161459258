use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de::Error};

use crate::board::Color;

/// An event other than a move that the arbiter has to deal with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Incident {
    /// The kind of the incident.
    pub what: IncidentKind,
    /// The player concerned, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Color>,
    /// The number in its sentence, such as minutes; 0 if it has none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub number: u32,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Not derived: a derived implementation would accept an incident about a player that names none.
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

named! {
    /// The kind of an incident.
    IncidentKind::name,
    /// The sentence, with `White` in place of the player, `NUMBER` in place of the number, and a space before each
    /// comma.
    sentence;
    /// The arbiter agrees that the game cannot be won by normal means.
    LastMinutesAgreed "last-minutes-agreed" "The arbiter agrees with the claim",
    /// The arbiter postpones the decision on the claim in the last minutes.
    LastMinutesPostponed "last-minutes-postponed" "The arbiter postpones the decision",
    /// The arbiter rejects the claim in the last minutes.
    LastMinutesRejected "last-minutes-rejected" "The arbiter rejects the claim",
    /// A player short of time asks for extra seconds with each move.
    SecondsRequested "seconds-requested" "White requests extra seconds for both players",
    /// The arbiter grants that request.
    SecondsGranted "seconds-granted" "The arbiter grants the extra seconds",
    /// The arbiter consents to a draw by agreement where the event forbids one.
    ConsentGiven "consent-given" "The arbiter consents to a draw",
    /// The arbiter says that a flag has fallen.
    FlagCalledByArbiter "flag-called-by-arbiter" "The arbiter calls White's flag",
    /// A player says that the opponent's flag has fallen, and claims the win.
    FlagClaimed "flag-claimed" "White claims a win on time",
    /// A spectator says that a flag has fallen.
    FlagCalledBySpectator "flag-called-by-spectator" "A spectator calls White's flag",
    /// A flag falls, and the number of moves made is not known.
    FlagWithoutRecord "flag-without-record" "White's flag falls , and the scoresheets are incomplete",
    /// The scoresheets, brought up to date, show this number of moves of a player.
    RecordShows "record-shows" "The scoresheets show NUMBER moves by White",
    /// The scoresheets cannot be brought up to date.
    RecordLost "record-lost" "The scoresheets cannot be brought up to date",
    /// A player arrives this many minutes after the start.
    Late "late" "White arrives NUMBER minutes late",
    /// Both players are absent, and arrive this many minutes after the start.
    BothLate "both-late" "Both players arrive NUMBER minutes late",
    /// A player does not arrive at all.
    NoShow "no-show" "White does not arrive",
    /// Neither player arrives.
    NeitherArrives "neither-arrives" "Neither player arrives",
    /// A player claims that the opponent's last move was illegal, or counts as illegal.
    IllegalClaimed "illegal-claimed" "White claims an illegal move",
    /// The arbiter has seen an illegal move of a player, or one that counts as illegal, and acts on it.
    IllegalSeen "illegal-seen" "The arbiter acts on White's illegal move",
    /// A player leaves the game without resigning.
    Leaves "leaves" "White leaves the game without resigning",
    /// A player loses the connection to the server.
    Disconnected "disconnected" "White loses the connection",
    /// A player aborts the game.
    Aborted "aborted" "White aborts the game",
    /// A player, or the server for him, claims a win because the opponent has left the game for too long.
    AbsenceWin "absence-win" "White claims a win over the absent opponent",
    /// A player claims a draw because the opponent has left the game for too long.
    AbsenceDraw "absence-draw" "White claims a draw with the absent opponent",
    /// A player's phone rings.
    PhoneRings "phone-rings" "White's phone rings",
    /// A player's phone rings that is not on him.
    PhoneRingsInBag "phone-rings-in-bag" "White's phone rings in his bag",
    /// A player is found to have an electronic device on him that makes no sound.
    DeviceOnPlayer "device-on-player" "White has an electronic device on him",
    /// A player is found to have a silent device in his bag that is switched on, or that the event does not allow.
    DeviceInBag "device-in-bag" "White has an electronic device in his bag",
    /// A player has a device in his bag that the event allows, switched off and where it was agreed.
    DeviceAllowedInBag "device-allowed-in-bag" "White has an allowed electronic device in his bag , switched off",
    /// A player refuses again and again to keep to the Laws.
    Refusal "refusal" "White persistently refuses to keep to the Laws",
    /// Both players refuse again and again to keep to the Laws.
    RefusalByBoth "refusal-by-both" "Both players persistently refuse to keep to the Laws",
    /// A player adjourns with an illegal sealed move.
    SealedIllegal "sealed-illegal" "White seals an illegal move",
    /// A player adjourns with a sealed move that is ambiguous or cannot be read.
    SealedUnclear "sealed-unclear" "White seals a move that nobody can read for certain",
    /// The game is resumed, and the sealed move is read.
    EnvelopeOpened "envelope-opened" "The envelope is opened",
    /// A player knocks pieces over.
    Displaced "displaced" "White knocks over some pieces",
    /// A player puts back the pieces that he has displaced, or a piece that he has touched.
    PutBack "put-back" "White puts the pieces back",
    /// A player presses the clock with the hand that did not make the move.
    OtherHand "other-hand" "White presses the clock with the other hand",
    /// A player stops the clocks because a piece to promote to is not at hand.
    StoppedForAPiece "stopped-for-a-piece" "White stops the clocks to fetch a piece",
    /// A player stops the clocks for no reason.
    StoppedForNothing "stopped-for-nothing" "White stops the clocks without a reason",
    /// The arbiter starts stopped clocks again.
    ClocksStarted "clocks-started" "The arbiter starts the clocks",
}

impl IncidentKind {
    /// Whether incidents of this kind concern one of the players.
    pub fn is_of_a_player(self) -> bool {
        self.sentence().contains("White")
    }

    /// Whether the sentence has a number.
    pub fn has_number(self) -> bool {
        self.sentence().contains("NUMBER")
    }
}

impl Incident {
    /// Returns the same incident with colours exchanged.
    pub fn flip(self) -> Incident {
        Incident { of: self.of.map(|of| !of), ..self }
    }
}

/// Formats the incident as a sentence.
impl fmt::Display for Incident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = self.what.sentence().replace(" ,", ",");
        let mut sentence = sentence.replace("NUMBER", &self.number.to_string());
        if self.number == 1 {
            sentence = sentence.replace("1 minutes", "1 minute").replace("1 moves", "1 move");
        }
        match self.of {
            Some(of) => f.write_str(&sentence.replace("White", of.name())),
            None => f.write_str(&sentence),
        }
    }
}
