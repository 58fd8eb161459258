use super::Certificate;
use crate::position::Move;

/// Whether a side can still mate by some series of legal moves of both players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Winnable {
    /// It can: this line ends in mate and can be replayed.
    Yes(Vec<Move>),
    /// It cannot, and [`check`](super::check) can verify the reason.
    No(Certificate),
    /// The limit was reached first.
    Undetermined,
}

impl Winnable {
    /// Whether the side can mate; `None` if undetermined.
    pub const fn decided(&self) -> Option<bool> {
        match self {
            Winnable::Yes(_) => Some(true),
            Winnable::No(_) => Some(false),
            Winnable::Undetermined => None,
        }
    }

    /// The line that ends in mate, if the side can mate.
    pub fn line(&self) -> Option<&[Move]> {
        if let Winnable::Yes(line) = self { Some(line) } else { None }
    }

    /// The certificate, if the side cannot mate.
    pub const fn certificate(&self) -> Option<&Certificate> {
        if let Winnable::No(certificate) = self { Some(certificate) } else { None }
    }
}
