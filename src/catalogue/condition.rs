mod conduct;
mod last_move;
mod line;
mod passing;
mod pieces;
mod text;

use std::iter;

use serde::{Deserialize, Serialize};

use self::{
    conduct::{is_agreed_too_soon, is_done_with_no_mate_left},
    last_move::LastMove,
    line::{differ_by_black_king, occurrences, positions},
    passing::{Passing, is_en_passant},
    pieces::{has_one_minor_piece_each, has_pawn_on, has_several_rooks},
};
use crate::{
    board::{Color, Piece, Role},
    dead::material,
    notation::read_san,
    position::{Move, Position, Setup, Wing},
    question::{GameQuestion, NotationQuestion, Question},
    rules::Act,
};

/// A condition on a line and the question at its end, by which a known deviation is recognised in
/// games that nobody has written down as a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// In every game.
    Always,
    /// A pawn has passed an enemy pawn in a double step, and could not be captured en passant.
    EnPassantNotLegal,
    /// A pawn has made a double step, and could not be captured en passant.
    DoubleStepInVain,
    /// A pawn has passed a piece other than a pawn in a double step, and that piece could go to the
    /// square passed over.
    EnPassantByOtherPiece,
    /// The halfmove clock at the end counts plies from before the setup.
    ClockFromSetup,
    /// The halfmove clock is at 50 or above at the end.
    #[serde(rename = "clock-at-50")]
    ClockAt50,
    /// The halfmove clock is at 100 or above at the end.
    #[serde(rename = "clock-at-100")]
    ClockAt100,
    /// The halfmove clock is above 100 at the end.
    #[serde(rename = "clock-above-100")]
    ClockAbove100,
    /// The position at the end has arisen five times, or the halfmove clock is at 150 or above.
    EndedByCount,
    /// The pieces at the end rule out mate by either side, wherever they stand.
    InsufficientMaterial,
    /// The pieces at the end rule out mate by either side, and a player has several bishops.
    InsufficientWithSeveralBishops,
    /// A castling right has been lost on the way.
    CastlingRightLost,
    /// There are castling rights in the setup, and not all four.
    SomeCastlingRights,
    /// On the way a player in check could capture en passant.
    EnPassantInCheck,
    /// The last move was castling or the double step of a pawn, and gave check.
    CheckByCastlingOrDoubleStep,
    /// With the last move another piece of the same kind would have come to the same square, but for its
    /// own king, which would have been in check.
    TwinHeldByCheck,
    /// With the last move another piece of the same kind could have come to the same square, from another
    /// file and another rank.
    DistantTwin,
    /// The last move captured en passant.
    LastMoveEnPassant,
    /// On the way a rook has moved or has been captured while there were castling rights.
    RookMovedOrTaken,
    /// On the way a piece other than a pawn has gone to the square that a pawn had just passed over.
    PieceToSquarePassed,
    /// The player on move has no legal move in the setup.
    NoMoveInSetup,
    /// The position at the end is that of the setup.
    StartAgain,
    /// The position at the end is that from which a game usually starts.
    UsualStart,
    /// At the end a pawn of the player on move stands on its fifth rank.
    PawnOnFifthRank,
    /// At the end a pawn of the player on move stands on its seventh rank.
    PawnOnSeventhRank,
    /// At the end the only legal moves are captures en passant.
    OnlyEnPassant,
    /// At the end neither player has more than a knight or a bishop besides the king.
    OneMinorPieceEach,
    /// The halfmove clock is above 150 at the end.
    #[serde(rename = "clock-above-150")]
    ClockAbove150,
    /// The number of the move in the setup is 0.
    #[serde(rename = "move-number-0")]
    MoveNumber0,
    /// The number of the move in the setup does not fit into sixteen bits.
    #[serde(rename = "move-number-above-65535")]
    MoveNumberAbove65535,
    /// The position at the end has arisen three times.
    ThirdTime,
    /// On the way stood a position that differs from that at the end, or after the move asked about, only
    /// in the square of Black's king, as far as pieces and turn go.
    BlackKingElsewhere,
    /// On the way a position has arisen three times, or the halfmove clock has been at 100.
    CouldHaveBeenClaimed,
    /// A pawn can capture en passant by the setup, and does so at once or has not moved yet.
    EnPassantInSetup,
    /// The setup names a square passed over, and no pawn can capture there.
    EnPassantSquareInVain,
    /// A pawn can capture en passant by the setup.
    EnPassantRightAtStart,
    /// At the end a piece stands beside the rook with which the player on move may castle on the queen's side.
    PieceBesideQueensRook,
    /// A player has resigned, and the opponent cannot mate by any series of legal moves.
    ResignedWithNoMateLeft,
    /// A player's flag has fallen, and the opponent cannot mate by any series of legal moves.
    FlagWithNoMateLeft,
    /// The players have agreed to a draw before each of them had made a move.
    AgreedTooSoon,
    /// A player has claimed a draw on the way.
    ClaimMade,
    /// Both players have offered a draw.
    OfferMetByOffer,
    /// The text asked about is no move in UCI because it promotes to a pawn or a king.
    TextOfNoPromotion,
    /// Black may castle on the king's side in the setup, and no black rook stands on a8.
    RightWithoutQueensRook,
    /// In the setup a player may castle to a side on which several rooks of his stand on the first rank.
    SeveralRooksBesideKing,
    /// The text asked about is read as a FEN, and not written by the standard letter for letter.
    TextOfLooseFen,
    /// The text asked about is castling with the sign of a check or mate.
    TextOfCastlingWithCheck,
    /// The text asked about begins with the letter of a piece, and less than a square follows; signs of
    /// check, mate and capture at its end do not count.
    TextOfPieceWithoutSquare,
    /// The text asked about does not end as a move in algebraic notation does: with a square, with what a
    /// pawn promotes to, or as castling does, and with one sign of check or mate at most.
    TextOfNoMove,
    /// The text asked about has a letter that is not of ASCII.
    TextNotAscii,
    /// The text asked about has the `=` of a promotion.
    TextOfPromotion,
    /// The text asked about is an en passant capture, written by the standard.
    TextOfEnPassant,
    /// The text asked about is the move of another piece to a square where a pawn could capture en passant,
    /// written by the standard.
    TextToSquarePassed,
}

/// A question, and what went before it.
#[derive(Clone, Copy, Debug)]
pub struct Occasion<'a> {
    /// Where it began.
    pub setup: &'a Setup,
    /// The moves that were played.
    pub moves: &'a [Move],
    /// Everything that was done, if it was more than moves; nothing otherwise.
    pub acts: &'a [Act],
    /// What is asked.
    pub question: &'a Question,
}

impl Condition {
    /// Whether it holds on this occasion.
    pub fn holds(self, occasion: &Occasion<'_>) -> bool {
        let Occasion { setup, moves, question, .. } = *occasion;
        let told = match question {
            // What stands on the board does not matter then.
            Question::Notation(NotationQuestion::ReadsFen(text)) => text.parse().ok(),
            _ => None,
        };
        let (setup, moves) = told.as_ref().map_or((setup, moves), |told| (told, &[]));
        let line = positions(setup, moves);
        match line.last() {
            _ if self == Condition::Always => true,
            Some(end) if self.holds_at(end, occasion) => true,
            Some(end) if self == Condition::BlackKingElsewhere => {
                let written = match question {
                    Question::Game(GameQuestion::Claim(_, Some(written))) => {
                        end.play(*written).ok()
                    }
                    _ => None,
                };
                let mut about = written.iter().chain([end]);
                about.any(|about| line.iter().any(|one| differ_by_black_king(one, about)))
            }
            _ => self.holds_of(setup) || self.holds_along(&line, setup, moves),
        }
    }

    /// Whether it holds of the setup, playable or not.
    fn holds_of(self, setup: &Setup) -> bool {
        match self {
            Condition::MoveNumber0 => setup.fullmove_number == 0,
            Condition::MoveNumberAbove65535 => setup.fullmove_number > 65_535,
            Condition::RightWithoutQueensRook => {
                let rook = Piece { color: Color::Black, role: Role::Rook };
                setup.castling.has(Color::Black, Wing::King)
                    && setup.placement.at(Wing::Queen.rook_from(Color::Black)) != Some(rook)
            }
            Condition::SeveralRooksBesideKing => has_several_rooks(setup),
            Condition::SomeCastlingRights => (1..4).contains(&setup.castling.iter().count()),
            _ => false,
        }
    }

    /// Whether it holds of the way from the setup to the end.
    fn holds_along(self, line: &[Position], setup: &Setup, moves: &[Move]) -> bool {
        let clock = line.last().map_or(setup.halfmove_clock, |end| end.halfmove_clock());
        // For each ply, if it is one.
        let steps = || {
            let plies = line.iter().zip(line.iter().skip(1)).zip(moves);
            plies.map(|((before, after), &played)| Passing::of(before, after, played))
        };
        let double_steps = || steps().flatten();
        let last = LastMove::of(line, moves);
        match self {
            Condition::CheckByCastlingOrDoubleStep => {
                last.is_some_and(|last| last.is_check_by_castling_or_double_step())
            }
            Condition::TwinHeldByCheck => last.is_some_and(|last| last.has_held_twin()),
            Condition::DistantTwin => last.is_some_and(|last| last.has_distant_twin()),
            Condition::LastMoveEnPassant => last.is_some_and(|last| last.is_en_passant()),
            Condition::RookMovedOrTaken => line.iter().zip(moves).any(|(before, played)| {
                let rooks = before.placement().role(Role::Rook);
                before.castling().iter().next().is_some()
                    && (rooks.contains(played.from) || rooks.contains(played.to))
            }),
            Condition::PieceToSquarePassed => {
                let earlier = steps().map(|step| Some(step?.passed));
                let passed = iter::once(setup.en_passant).chain(earlier);
                line.iter().zip(moves).zip(passed).any(|((before, played), passed)| {
                    passed == Some(played.to)
                        && !before.placement().role(Role::Pawn).contains(played.from)
                })
            }
            Condition::NoMoveInSetup => line.first().is_some_and(|start| !start.has_legal_move()),
            Condition::StartAgain => {
                line.first().zip(line.last()).is_some_and(|(start, end)| start.same_position(end))
            }
            Condition::EnPassantInCheck => {
                line.iter().any(|one| one.is_check() && one.en_passant().is_some())
            }
            Condition::EnPassantNotLegal => double_steps().any(|passing| passing.is_in_vain()),
            Condition::DoubleStepInVain => {
                double_steps().any(|passing| passing.after.en_passant().is_none())
            }
            Condition::EnPassantByOtherPiece => {
                double_steps().any(|passing| passing.is_met_by_piece())
            }
            Condition::EnPassantSquareInVain => {
                line.first().is_some_and(|start| start.en_passant() != setup.en_passant)
            }
            Condition::EnPassantRightAtStart => {
                line.first().is_some_and(|start| start.en_passant().is_some())
            }
            Condition::EnPassantInSetup => {
                let passed = line.first().and_then(Position::en_passant);
                passed.is_some_and(|passed| moves.first().is_none_or(|one| one.to == passed))
            }
            Condition::CastlingRightLost => {
                line.windows(2).any(|pair| pair[0].castling() != pair[1].castling())
            }
            Condition::ClockFromSetup => usize::from(clock) > moves.len(),
            Condition::ClockAt50 => clock >= 50,
            Condition::ClockAt100 => clock >= 100,
            Condition::ClockAbove100 => clock > 100,
            Condition::ClockAbove150 => clock > 150,
            Condition::ThirdTime => occurrences(line) >= 3,
            Condition::EndedByCount => clock >= 150 || occurrences(line) >= 5,
            Condition::CouldHaveBeenClaimed => (1..=line.len()).any(|end| {
                let line = &line[..end];
                occurrences(line) >= 3 || line[end - 1].halfmove_clock() >= 100
            }),
            _ => false,
        }
    }

    /// Whether it holds of the position at the end, of what was said until then, or of the text that is
    /// asked about there.
    fn holds_at(self, end: &Position, occasion: &Occasion<'_>) -> bool {
        let Occasion { acts, question, .. } = *occasion;
        let pieces = end.placement();
        match self {
            Condition::InsufficientMaterial => material::is_insufficient(pieces),
            Condition::InsufficientWithSeveralBishops => {
                material::is_insufficient(pieces)
                    && Color::ALL
                        .iter()
                        .any(|&color| pieces.pieces(color, Role::Bishop).is_several())
            }
            Condition::PieceBesideQueensRook => {
                let beside = Wing::Queen.rook_from(end.turn()).offset(1, 0);
                end.castling().has(end.turn(), Wing::Queen)
                    && beside.is_some_and(|beside| end.at(beside).is_some())
            }
            Condition::PawnOnFifthRank => has_pawn_on(5, end),
            Condition::PawnOnSeventhRank => has_pawn_on(7, end),
            Condition::OnlyEnPassant => {
                let moves = end.legal_moves();
                !moves.is_empty() && moves.into_iter().all(|one| is_en_passant(end, one))
            }
            Condition::OneMinorPieceEach => has_one_minor_piece_each(pieces),
            Condition::UsualStart => end.same_position(&Position::start()),
            Condition::AgreedTooSoon => is_agreed_too_soon(acts),
            Condition::ClaimMade => acts.iter().any(|act| matches!(act, Act::Claim(..))),
            Condition::OfferMetByOffer => {
                Color::ALL.iter().all(|&color| acts.contains(&Act::Offer(color)))
            }
            Condition::ResignedWithNoMateLeft => is_done_with_no_mate_left(Act::Resign, acts, end),
            Condition::FlagWithNoMateLeft => is_done_with_no_mate_left(Act::FlagFalls, acts, end),
            _ => text::asked(question).is_some_and(|text| self.holds_for(text, end, question)),
        }
    }

    /// Whether it holds of the text that is asked about.
    fn holds_for(self, text: &str, end: &Position, question: &Question) -> bool {
        let (is_san, is_uci) = (
            matches!(question, Question::Notation(NotationQuestion::Reads(_))),
            matches!(question, Question::Notation(NotationQuestion::ReadsUci(_))),
        );
        let read = || read_san(end, text).ok();
        match self {
            Condition::TextNotAscii => !text.is_ascii(),
            Condition::TextOfLooseFen => {
                !text.parse().is_ok_and(|read: Setup| read.to_string() == text)
            }
            Condition::TextOfNoPromotion => {
                is_uci && matches!(text.as_bytes(), [_, _, _, _, b'p' | b'k' | b'P' | b'K', ..])
            }
            Condition::TextOfNoMove => is_san && !text::ends_as_move(text),
            Condition::TextOfPromotion => is_san && text.contains('='),
            Condition::TextOfEnPassant => {
                is_san && read().is_some_and(|one| is_en_passant(end, one))
            }
            Condition::TextToSquarePassed => {
                let is_there = |one: Move| end.en_passant() == Some(one.to);
                is_san && read().is_some_and(|one| is_there(one) && !is_en_passant(end, one))
            }
            Condition::TextOfCastlingWithCheck => {
                is_san && text.starts_with("O-O") && text.ends_with(['+', '#'])
            }
            Condition::TextOfPieceWithoutSquare => is_san && text::is_piece_without_square(text),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        question::{HistoryQuestion, MaterialQuestion, PositionQuestion},
        rules::Ground,
    };

    const PINNED: &str = "k3r3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    const BISHOP: &str = "6K1/4B3/8/4k3/1b6/8/P7/8 w - - 0 1";
    const CLOCK: &str = "4k3/8/8/8/8/8/4K3/7R w - - 99 80";
    const PROMOTION: &str = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    const PASSING: &str = "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1";
    const DOUBLE_STEP: &str = "8/8/8/3k4/8/8/3PP3/4K3 w - - 0 1";
    const TWINS: &str = "4r1k1/8/8/8/8/8/4N1N1/4K3 w - - 0 1";
    const ONLY_PASSING: &str = "8/8/8/8/3Pp3/4P3/5Q2/1K5k b - d3 0 1";
    const CHECK_PASSING: &str = "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1";
    const ROOK_PASSING: &str = "4k3/8/7R/2pP4/8/8/8/4K3 w - c6 0 1";
    const IN_VAIN: &str = "8/8/8/8/1P6/8/k5K1/8 b - b3 0 1";
    const BEFORE_START: &str = "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    const TWO_BISHOPS: &str = "4k3/8/8/8/2B5/1B6/8/4K3 w - - 0 1";
    const ONE_BISHOP: &str = "4k3/8/8/8/2B5/8/8/4K3 w - - 0 1";
    const KNIGHTS: &str = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    const CASTLING: &str = "5k2/8/8/8/8/8/8/4K2R w K - 0 1";

    type Row<'a> = (Condition, &'a str, &'a str, Question, bool);

    #[track_caller]
    fn check(rows: &[Row<'_>]) {
        for (condition, fen, moves, question, holds) in rows {
            let setup: Setup = fen.parse().unwrap();
            let moves: Vec<Move> = moves.split(' ').filter_map(|uci| uci.parse().ok()).collect();
            let occasion = Occasion { setup: &setup, moves: &moves, acts: &[], question };
            assert_eq!(
                condition.holds(&occasion),
                *holds,
                "{condition:?} {fen} {moves:?} {question:?}"
            );
        }
    }

    #[test]
    fn conditions_on_games_hold_where_they_say() {
        use Condition::*;
        let shuffle = "h1h2 e8d8 h2h1 d8e8 ".repeat(4);
        check(&[
            (
                EnPassantNotLegal,
                PINNED,
                "d7d5",
                Question::History(HistoryQuestion::Occurrences),
                true,
            ),
            (
                EnPassantNotLegal,
                PINNED,
                "d7d6",
                Question::History(HistoryQuestion::Occurrences),
                false,
            ),
            (
                EnPassantNotLegal,
                BISHOP,
                "a2a4",
                Question::History(HistoryQuestion::Occurrences),
                false,
            ),
            (
                DoubleStepInVain,
                BISHOP,
                "a2a4",
                Question::History(HistoryQuestion::Occurrences),
                true,
            ),
            (
                DoubleStepInVain,
                BISHOP,
                "a2a3",
                Question::History(HistoryQuestion::Occurrences),
                false,
            ),
            (
                EnPassantByOtherPiece,
                BISHOP,
                "a2a4 b4a3",
                Question::History(HistoryQuestion::Occurrences),
                true,
            ),
            (
                EnPassantByOtherPiece,
                BISHOP,
                "a2a3",
                Question::History(HistoryQuestion::Occurrences),
                false,
            ),
            (
                EnPassantByOtherPiece,
                PINNED,
                "d7d5",
                Question::History(HistoryQuestion::Occurrences),
                false,
            ),
            (ClockFromSetup, CLOCK, "h1h2", Question::Game(GameQuestion::Claimable), true),
            (ClockFromSetup, PINNED, "e8d8", Question::Game(GameQuestion::Claimable), false),
            (ClockAt50, CLOCK, "", Question::Game(GameQuestion::Ruling), true),
            (ClockAt50, PINNED, "", Question::Game(GameQuestion::Ruling), false),
            (
                BlackKingElsewhere,
                CLOCK,
                "h1h2 e8d8 h2h1 d8c8",
                Question::History(HistoryQuestion::Occurrences),
                true,
            ),
            (
                BlackKingElsewhere,
                CLOCK,
                "h1h2 e8d8 h2h1 d8e8",
                Question::History(HistoryQuestion::Occurrences),
                false,
            ),
            (
                BlackKingElsewhere,
                CLOCK,
                "h1h2 e8d8 h2h1",
                Question::History(HistoryQuestion::Occurrences),
                false,
            ),
            (
                BlackKingElsewhere,
                CLOCK,
                "h1h2 e8d8 h2h1",
                Question::Game(GameQuestion::Claim(Ground::Threefold, "d8c8".parse().ok())),
                true,
            ),
            (ClockAt100, CLOCK, "h1h2", Question::Game(GameQuestion::Ruling), true),
            (ClockAt100, CLOCK, "", Question::Game(GameQuestion::Ruling), false),
            (ClockAbove100, CLOCK, "h1h2", Question::Game(GameQuestion::Ruling), false),
            (ClockAbove100, CLOCK, "h1h2 e8d8", Question::Game(GameQuestion::Ruling), true),
            (ThirdTime, CLOCK, &shuffle[..45], Question::Game(GameQuestion::Ruling), true),
            (ThirdTime, CLOCK, &shuffle[..30], Question::Game(GameQuestion::Ruling), false),
            (CouldHaveBeenClaimed, CLOCK, "h1h2 e8d8", Question::Game(GameQuestion::Ruling), true),
            (CouldHaveBeenClaimed, PINNED, "e8d8", Question::Game(GameQuestion::Ruling), false),
            (
                InsufficientWithSeveralBishops,
                TWO_BISHOPS,
                "",
                Question::Material(MaterialQuestion::Dead),
                true,
            ),
            (
                InsufficientWithSeveralBishops,
                ONE_BISHOP,
                "",
                Question::Material(MaterialQuestion::Dead),
                false,
            ),
            (EndedByCount, CLOCK, &shuffle, Question::Game(GameQuestion::Claimable), true),
            (EndedByCount, CLOCK, &shuffle[..75], Question::Game(GameQuestion::Claimable), false),
            (
                InsufficientMaterial,
                "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1",
                "e1d2",
                Question::Game(GameQuestion::Claimable),
                true,
            ),
            (InsufficientMaterial, PINNED, "", Question::Game(GameQuestion::Claimable), false),
            (CastlingRightLost, CASTLING, "e1e2", Question::Game(GameQuestion::Claimable), true),
            (CastlingRightLost, CASTLING, "e8e7", Question::Game(GameQuestion::Claimable), false),
            (
                SomeCastlingRights,
                CASTLING,
                "",
                Question::Position(PositionQuestion::Castling),
                true,
            ),
            (SomeCastlingRights, PINNED, "", Question::Position(PositionQuestion::Castling), false),
            (
                CheckByCastlingOrDoubleStep,
                CASTLING,
                "e1g1",
                Question::Notation(NotationQuestion::San),
                true,
            ),
            (
                CheckByCastlingOrDoubleStep,
                CASTLING,
                "h1f1",
                Question::Notation(NotationQuestion::San),
                false,
            ),
            (
                CheckByCastlingOrDoubleStep,
                DOUBLE_STEP,
                "e2e4",
                Question::Notation(NotationQuestion::San),
                true,
            ),
            (
                CheckByCastlingOrDoubleStep,
                DOUBLE_STEP,
                "d2d4",
                Question::Notation(NotationQuestion::San),
                false,
            ),
            (TwinHeldByCheck, TWINS, "g2f4", Question::Notation(NotationQuestion::San), true),
            (TwinHeldByCheck, TWINS, "g2h4", Question::Notation(NotationQuestion::San), false),
        ]);
    }

    #[test]
    fn conditions_on_moves_and_pieces_hold_where_they_say() {
        use Condition::*;
        check(&[
            (DistantTwin, KNIGHTS, "b1d2", Question::Notation(NotationQuestion::San), true),
            (DistantTwin, KNIGHTS, "b1c3", Question::Notation(NotationQuestion::San), false),
            (LastMoveEnPassant, PASSING, "d5c6", Question::Notation(NotationQuestion::San), true),
            (
                LastMoveEnPassant,
                PASSING,
                "d5c6 e8e7",
                Question::Notation(NotationQuestion::San),
                false,
            ),
            (
                EnPassantInCheck,
                CHECK_PASSING,
                "e4d3",
                Question::Position(PositionQuestion::LegalMoves),
                true,
            ),
            (
                EnPassantInCheck,
                PASSING,
                "d5c6",
                Question::Position(PositionQuestion::LegalMoves),
                false,
            ),
            (
                RookMovedOrTaken,
                CASTLING,
                "h1h2",
                Question::Position(PositionQuestion::Castling),
                true,
            ),
            (
                RookMovedOrTaken,
                CASTLING,
                "e1e2 f8g7 h1h2",
                Question::Position(PositionQuestion::Castling),
                false,
            ),
            (
                PieceToSquarePassed,
                BISHOP,
                "a2a4 b4a3",
                Question::Position(PositionQuestion::LegalMoves),
                true,
            ),
            (
                PieceToSquarePassed,
                BISHOP,
                "a2a4 b4c3",
                Question::Position(PositionQuestion::LegalMoves),
                false,
            ),
            (
                PieceToSquarePassed,
                PASSING,
                "d5c6",
                Question::Position(PositionQuestion::LegalMoves),
                false,
            ),
            (
                StartAgain,
                CLOCK,
                "h1h2 e8d8 h2h1 d8e8",
                Question::History(HistoryQuestion::Occurrences),
                true,
            ),
            (
                UsualStart,
                BEFORE_START,
                "f6g8",
                Question::History(HistoryQuestion::Occurrences),
                true,
            ),
            (
                UsualStart,
                BEFORE_START,
                "f6h5",
                Question::History(HistoryQuestion::Occurrences),
                false,
            ),
            (StartAgain, CLOCK, "h1h2", Question::History(HistoryQuestion::Occurrences), false),
            (
                NoMoveInSetup,
                "k7/8/1QK5/8/8/8/8/8 b - - 0 1",
                "",
                Question::Game(GameQuestion::Ruling),
                true,
            ),
            (NoMoveInSetup, PROMOTION, "", Question::Game(GameQuestion::Ruling), false),
            (PawnOnFifthRank, PASSING, "", Question::Position(PositionQuestion::LegalMoves), true),
            (
                PawnOnFifthRank,
                PASSING,
                "d5d6",
                Question::Position(PositionQuestion::LegalMoves),
                false,
            ),
            (
                PawnOnSeventhRank,
                PROMOTION,
                "",
                Question::Position(PositionQuestion::LegalMoves),
                true,
            ),
            (
                PawnOnSeventhRank,
                PASSING,
                "",
                Question::Position(PositionQuestion::LegalMoves),
                false,
            ),
            (
                OnlyEnPassant,
                ONLY_PASSING,
                "",
                Question::Position(PositionQuestion::Stalemate),
                true,
            ),
            (OnlyEnPassant, PASSING, "", Question::Position(PositionQuestion::Stalemate), false),
            (
                OneMinorPieceEach,
                "4kb2/8/8/8/8/8/8/4KN2 w - - 0 1",
                "",
                Question::Game(GameQuestion::Ruling),
                true,
            ),
            (
                OneMinorPieceEach,
                "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",
                "",
                Question::Game(GameQuestion::Ruling),
                false,
            ),
        ]);
    }

    #[test]
    fn conditions_on_setups_and_texts_hold_where_they_say() {
        use Condition::*;
        let reads = |text: &str| Question::Notation(NotationQuestion::Reads(text.to_owned()));
        let reads_fen =
            |text: &str| Question::Notation(NotationQuestion::ReadsFen(text.to_owned()));
        check(&[
            (
                EnPassantInSetup,
                PASSING,
                "d5c6",
                Question::Position(PositionQuestion::LegalMoves),
                true,
            ),
            (
                EnPassantInSetup,
                PASSING,
                "d5d6",
                Question::Position(PositionQuestion::LegalMoves),
                false,
            ),
            (
                EnPassantRightAtStart,
                PASSING,
                "d5d6",
                Question::History(HistoryQuestion::Occurrences),
                true,
            ),
            (
                EnPassantSquareInVain,
                IN_VAIN,
                "",
                Question::History(HistoryQuestion::SameAs(0)),
                true,
            ),
            (
                EnPassantSquareInVain,
                PASSING,
                "",
                Question::History(HistoryQuestion::SameAs(0)),
                false,
            ),
            (
                EnPassantRightAtStart,
                PINNED,
                "d7d5",
                Question::History(HistoryQuestion::Occurrences),
                false,
            ),
            (
                PieceBesideQueensRook,
                "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
                "",
                Question::Position(PositionQuestion::LegalMoves),
                true,
            ),
            (
                PieceBesideQueensRook,
                "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1",
                "",
                Question::Position(PositionQuestion::LegalMoves),
                false,
            ),
            (
                RightWithoutQueensRook,
                "4k2r/8/8/8/8/8/8/4K3 w k - 0 1",
                "",
                Question::Position(PositionQuestion::Setup),
                true,
            ),
            (
                RightWithoutQueensRook,
                "r3k2r/8/8/8/8/8/8/4K3 w k - 0 1",
                "",
                Question::Position(PositionQuestion::Setup),
                false,
            ),
            (
                SeveralRooksBesideKing,
                "4kr1r/8/8/8/8/8/8/4K3 w k - 0 1",
                "",
                Question::Position(PositionQuestion::Setup),
                true,
            ),
            (
                SeveralRooksBesideKing,
                "r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1",
                "",
                Question::Position(PositionQuestion::Setup),
                false,
            ),
            (TextOfNoMove, PROMOTION, "", reads("a8=K"), true),
            (TextOfNoMove, PROMOTION, "", reads("a8=Q+"), false),
            (TextOfNoMove, CASTLING, "", reads("O-O-O-O"), true),
            (TextOfNoMove, CASTLING, "", reads("O-O#"), false),
            (TextOfNoMove, CASTLING, "", reads("f47"), true),
            (
                TextOfNoPromotion,
                PROMOTION,
                "",
                Question::Notation(NotationQuestion::ReadsUci("a7a8k".to_owned())),
                true,
            ),
            (
                TextOfNoPromotion,
                PROMOTION,
                "",
                Question::Notation(NotationQuestion::ReadsUci("a7a8q".to_owned())),
                false,
            ),
            (
                ClockAbove150,
                "4k3/8/8/8/8/8/4K3/7R w - - 151 80",
                "",
                Question::Position(PositionQuestion::Setup),
                true,
            ),
            (ClockAbove150, CLOCK, "", Question::Position(PositionQuestion::Setup), false),
            (
                MoveNumber0,
                "4k3/8/8/8/8/8/4K3/7R w - - 0 0",
                "",
                Question::Position(PositionQuestion::Setup),
                true,
            ),
            (MoveNumber0, CLOCK, "", Question::Position(PositionQuestion::Setup), false),
            (
                MoveNumberAbove65535,
                "4k3/8/8/8/8/8/4K3/7R w - - 0 65536",
                "",
                Question::Position(PositionQuestion::Setup),
                true,
            ),
            (MoveNumberAbove65535, CLOCK, "", Question::Position(PositionQuestion::Setup), false),
            (ClockAt100, CLOCK, "", reads_fen("4k3/8/8/8/8/8/4K3/7R w - - 100 80"), true),
            (TextOfLooseFen, CLOCK, "", reads_fen("4k3/8/8/8/8/8/4K3/7R  w - - 0 80"), true),
            (TextOfLooseFen, CLOCK, "", reads_fen(CLOCK), false),
            (TextOfCastlingWithCheck, CASTLING, "", reads("O-O+"), true),
            (TextOfCastlingWithCheck, CASTLING, "", reads("O-O"), false),
            (TextOfPieceWithoutSquare, CASTLING, "", reads("R1x+"), true),
            (TextOfPieceWithoutSquare, CASTLING, "", reads("Rf1"), false),
            (TextNotAscii, CASTLING, "", reads("♘f3"), true),
            (TextNotAscii, CASTLING, "", reads("Nf3"), false),
            (TextOfPromotion, PROMOTION, "", reads("a8=Q"), true),
            (TextOfPromotion, PROMOTION, "", reads("a8"), false),
            (TextOfPromotion, PROMOTION, "", Question::Notation(NotationQuestion::San), false),
            (TextOfEnPassant, PASSING, "", reads("dxc6"), true),
            (TextOfEnPassant, PASSING, "", reads("d6"), false),
            (TextToSquarePassed, ROOK_PASSING, "", reads("Rc6"), true),
            (TextToSquarePassed, ROOK_PASSING, "", reads("dxc6"), false),
        ]);
    }

    #[test]
    fn what_is_said_between_the_moves_is_a_condition_too() {
        use Condition::{
            AgreedTooSoon, ClaimMade, FlagWithNoMateLeft, OfferMetByOffer, ResignedWithNoMateLeft,
        };
        let setup: Setup = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().unwrap();
        let played = Act::MoveAndPress("e2e4".parse().unwrap());
        let claim = Act::Claim(Color::White, Ground::Fifty, None);
        for (condition, acts, holds) in [
            (AgreedTooSoon, vec![Act::Agree], true),
            (AgreedTooSoon, vec![played, Act::Accept(Color::Black)], true),
            (AgreedTooSoon, vec![played, played, Act::Agree], false),
            (AgreedTooSoon, vec![played, claim], false),
            (ClaimMade, vec![played, claim], true),
            (ClaimMade, vec![Act::Agree], false),
            (OfferMetByOffer, vec![Act::Offer(Color::White), Act::Offer(Color::Black)], true),
            (OfferMetByOffer, vec![Act::Offer(Color::White), played], false),
            (ResignedWithNoMateLeft, vec![Act::Resign(Color::White)], true),
            (ResignedWithNoMateLeft, vec![Act::Resign(Color::Black)], false),
            (FlagWithNoMateLeft, vec![Act::FlagFalls(Color::White)], true),
            (FlagWithNoMateLeft, vec![Act::FlagFalls(Color::Black)], false),
        ] {
            let question = &Question::Game(GameQuestion::Ruling);
            let occasion = Occasion { setup: &setup, moves: &[], acts: &acts, question };
            assert_eq!(condition.holds(&occasion), holds, "{condition:?} {acts:?}");
        }
    }
}
