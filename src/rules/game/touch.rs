//! The act of moving the pieces (Article 4): touch-move, castling begun with the king, promotion.

use std::{iter, ops::ControlFlow};

use super::Game;
use crate::{
    board::{Bitboard, Color, Role, Square},
    position::{Move, Wing},
    rules::{Order, Reason, Refused, Ruling, act::Touch, order::captures, reason::Topic},
};

impl Game {
    pub(super) fn touch(&mut self, by: Color, square: Square, touch: Touch) -> Ruling {
        let binds = match touch {
            Touch::OnPurpose => true,
            Touch::ByAccident | Touch::AdjustingAfterSayingSo => false,
            Touch::AdjustingWithoutAWord => self.rule_set.adjusting_binds().value,
        };
        let on_move = self.position().turn() == by;
        let Some(piece) = self.position().at(square) else {
            return Ruling::play_on(Reason::TouchMeansNothing);
        };
        if !binds || !on_move || !self.rule_set.is_over_the_board().value {
            let reason = match touch {
                Touch::AdjustingAfterSayingSo => Reason::Adjusted,
                Touch::ByAccident => Reason::TouchedByAccident,
                Touch::OnPurpose | Touch::AdjustingWithoutAWord => Reason::TouchMeansNothing,
            };
            return Ruling::play_on(reason).with(self.turn.orders.clone());
        }
        self.touched_on_purpose(by);
        let king_first = self.turn.own.contains(self.position().king(by));
        if piece.color == by {
            self.touch_own(by, piece.role, square);
        } else {
            self.touch_other(piece.role, square);
            self.turn.other = true;
        }
        let to_castle = piece.color == by
            && piece.role == Role::Rook
            && king_first
            && self.rook_wing(by, square).is_some();
        if self.turn.orders.is_empty() {
            let reason = if to_castle { Reason::CastlingNotLegal } else { Reason::TouchedInVain };
            return Ruling::play_on(reason).with([Order::AnyMove { by }]);
        }
        let ruling = self.ruling_on_touch(to_castle);
        if ruling.reason == Reason::Touched && touch == Touch::AdjustingWithoutAWord {
            let topics = iter::once(Topic::AccidentalTouch).chain(ruling.topics).collect();
            return Ruling { reason: Reason::AdjustedInSilence, topics, ..ruling };
        }
        ruling
    }

    /// The ruling with the present obligations of a player who has touched pieces.
    pub(super) fn ruling_on_touch(&self, to_castle: bool) -> Ruling {
        let reason = self.why_touched(to_castle);
        let topic = match (self.turn.own.is_empty(), self.turn.other) {
            (_, false) => Topic::TouchedOwn,
            (true, true) => Topic::TouchedOther,
            (false, true) => Topic::TouchedBoth,
        };
        let topic = (reason == Reason::Touched).then_some(topic);
        Ruling::play_on(reason).with(self.turn.orders.clone()).on(topic)
    }

    /// The topic of the obligation that a move breaks.
    pub(super) fn obligation(&self, broken: Order) -> Topic {
        let has = |kind: fn(&Order) -> bool| self.turn.orders.iter().any(kind);
        let own = has(|order| matches!(order, Order::MustMove { .. }));
        let other = has(|order| matches!(order, Order::MustCapture { .. }));
        if matches!(broken, Order::MustPlay { .. }) {
            Topic::BoundByClaim
        } else if matches!(broken, Order::MustCastle { .. }) {
            Topic::TouchedToCastle
        } else if matches!(broken, Order::MustNotCastle { .. }) {
            Topic::CastlingForfeited
        } else if own && other {
            Topic::TouchedBoth
        } else if other {
            Topic::TouchedOther
        } else {
            Topic::TouchedOwn
        }
    }

    /// The reason for the obligations after a touch. Castling has articles of its own, even if it is intended but not
    /// legal.
    pub(super) fn why_touched(&self, to_castle: bool) -> Reason {
        let has = |kind: fn(&Order) -> bool| self.turn.orders.iter().any(kind);
        if has(|order| matches!(order, Order::MustCastle { .. })) {
            Reason::TouchedToCastle
        } else if has(|order| matches!(order, Order::MustNotCastle { .. })) {
            Reason::CastlingForfeited
        } else if to_castle
            && has(|order| matches!(order, Order::MustMove { role: Role::King, .. }))
        {
            Reason::CastlingNotLegal
        } else {
            Reason::Touched
        }
    }

    fn touch_own(&mut self, by: Color, role: Role, square: Square) {
        let earlier = self.turn.own;
        self.turn.own |= square.set();
        let king = self.position().king(by);
        // King first, then the rook: castling is intended.
        if role == Role::Rook
            && earlier.contains(king)
            && let Some(wing) = self.rook_wing(by, square)
        {
            if self.is_free_to_castle(wing) && self.can_castle(by, wing) {
                self.turn.orders = vec![Order::MustCastle { by, wing }];
                return;
            }
            let has_right = self.position().castling().has(by, wing);
            if has_right && self.turn.orders.is_empty() && self.moves_from(king).is_empty() {
                // It is not legal, and the king has no other move: the player is free.
                return;
            }
        }
        if role == Role::King {
            for rook in earlier & self.position().placement().pieces(by, Role::Rook) {
                if let Some(wing) = self.rook_wing(by, rook)
                    && self.position().castling().has(by, wing)
                {
                    self.turn.orders.push(Order::MustNotCastle { by, wing });
                }
            }
        }
        let taken = self.captured_by_order();
        let moves = self.moves_from(square);
        match taken {
            // The opponent's piece was touched first: this piece must capture it, if that is legal.
            Some(target) if moves.iter().any(|&one| captures(self.position(), one, target)) => {
                self.turn.orders.push(Order::MustMove { role, square });
            }
            Some(_) => {}
            None if self.has_must() || moves.is_empty() => {}
            None => self.turn.orders.insert(0, Order::MustMove { role, square }),
        }
    }

    fn touch_other(&mut self, role: Role, square: Square) {
        let capture = Order::MustCapture { role, square };
        let first = self.turn.orders.iter().find_map(|order| {
            if let Order::MustMove { square: from, .. } = order { Some(*from) } else { None }
        });
        let origins = first.map_or(Bitboard::FULL, Square::set);
        // A piece of the player that was touched before has to capture it, if it can.
        if self.can_capture(square, origins) && self.captured_by_order().is_none() {
            self.turn.orders.push(capture);
        }
    }

    pub(super) fn release_king(&mut self, by: Color, to: Square) -> Ruling {
        if self.position().turn() != by {
            return Ruling::refused(Refused::Move, Reason::NotOnMove);
        }
        self.touched_on_purpose(by);
        let from = self.position().king(by);
        // In Chess960 the king may have a legal step to this square, which then does not mean castling.
        let chess960 = self.position().castling().is_chess960();
        let steps = chess960 && self.position().is_legal(Move::new(from, to));
        let wing = Wing::ALL.into_iter().find(|wing| wing.king_to(by) == to && !steps);
        let free = !self.has_must();
        match wing {
            // Earlier touches bind. Without them, the king on its castling square means castling.
            Some(wing) if free && self.can_castle(by, wing) => {
                self.turn.orders = vec![Order::MustCastle { by, wing }];
            }
            Some(_) | None => self.touch_own(by, Role::King, from),
        }
        match (free, self.turn.orders.is_empty()) {
            (true, true) => Ruling::play_on(Reason::KingReleased).with([Order::AnyMove { by }]),
            (true, false) => Ruling::play_on(Reason::KingReleased).with(self.turn.orders.clone()),
            (false, _) => self.ruling_on_touch(false),
        }
    }

    pub(super) fn protest(&mut self, by: Color) -> Ruling {
        let Some(order) = self.turn.broken.filter(|_| self.position().turn() == by) else {
            return Ruling::refused(Refused::Protest, Reason::ProtestTooLate);
        };
        self.restore_position(self.line.moves().len() - 1);
        self.turn.touched = true;
        self.turn.orders = vec![order];
        Ruling::play_on(Reason::ProtestRight).with([Order::Restore, order])
    }

    pub(super) fn exchange(&mut self, by: Color) -> Ruling {
        let last = self.line.moves().last().filter(|_| self.position().turn() != by);
        match last {
            Some(&Move { to, promotion: Some(role), .. }) => {
                Ruling::refused(Refused::Move, Reason::PromotionFinal)
                    .with([Order::Stays { role, square: to }])
            }
            _ => Ruling::refused(Refused::Move, Reason::NotOnMove),
        }
    }

    /// Handles a touch on purpose: the player loses the right to object to the opponent's last move. Where the rule set
    /// says so, the touch also declines the opponent's offer.
    pub(super) fn touched_on_purpose(&mut self, by: Color) {
        self.turn.touched = true;
        self.turn.broken = None;
        if self.offer == Some(!by) && self.rule_set.touching_refuses_offer().value {
            self.offer = None;
        }
    }

    /// Whether the piece on this square can be captured by one of those on `origins`.
    pub(super) fn can_capture(&self, square: Square, origins: Bitboard) -> bool {
        self.moves_of(origins).iter().any(|&one| captures(self.position(), one, square))
    }

    /// The square of the piece that must be captured, if there is such an obligation.
    fn captured_by_order(&self) -> Option<Square> {
        self.turn.orders.iter().find_map(|order| {
            if let Order::MustCapture { square, .. } = order { Some(*square) } else { None }
        })
    }

    /// Whether there is already an obligation to move a piece, to castle or to play a written move.
    fn has_must(&self) -> bool {
        self.turn.orders.iter().any(|order| {
            matches!(
                order,
                Order::MustMove { .. } | Order::MustCastle { .. } | Order::MustPlay { .. }
            )
        })
    }

    /// Whether the player may still castle to this wing, given his earlier touches.
    fn is_free_to_castle(&self, wing: Wing) -> bool {
        self.turn.orders.iter().all(|order| {
            matches!(order, Order::MustMove { role: Role::King, .. })
                || matches!(order, Order::MustNotCastle { wing: other, .. } if *other != wing)
        })
    }

    fn can_castle(&self, by: Color, wing: Wing) -> bool {
        let castling = self.position().castling_move(wing);
        castling.is_some_and(|castling| {
            self.position().turn() == by && self.position().is_legal(castling)
        })
    }

    /// The wing of castling with the rook on this square: the side of its corner, or in Chess960 that of its castling
    /// right.
    fn rook_wing(&self, by: Color, rook: Square) -> Option<Wing> {
        let rights = self.position().castling();
        Wing::ALL.into_iter().find(|&wing| match rights.is_chess960() {
            true => rights.rook(by, wing) == Some(rook),
            false => wing.rook_from(by) == rook,
        })
    }

    pub(super) fn moves_from(&self, square: Square) -> Vec<Move> {
        self.moves_of(square.set())
    }

    fn moves_of(&self, origins: Bitboard) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.position().try_each_move_from(origins, |legal| {
            moves.push(legal);
            ControlFlow::Continue(())
        });
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        position::Position,
        rules::{Act, Manner, RuleSet, SearchBudget},
    };

    #[test]
    fn a_rook_of_the_opponent_is_not_castled_with() {
        let start: Position = "6k1/8/8/8/8/8/8/4K2r w - - 0 1".parse().unwrap();
        let mut game = Game::new(RuleSet::LATEST, start, SearchBudget::MATERIAL_ONLY);
        let (by, how) = (Color::White, Touch::OnPurpose);
        for square in ["e1", "h1"].map(|square| Square::parse(square).unwrap()) {
            assert_eq!(game.act(&Act::Touch { by, square, how }).reason, Reason::Touched);
        }
    }

    #[test]
    fn a_right_protest_takes_the_move_back() {
        let mut game = Game::new(RuleSet::LATEST, Position::start(), SearchBudget::MATERIAL_ONLY);
        let (white, black) = (Color::White, Color::Black);
        let moves = |by, uci: &str, how| Act::MoveOnly { by, mv: uci.parse().unwrap(), how };
        for (act, reason, plies) in [
            (moves(white, "e2e4", Manner::Properly), Reason::NothingEndsIt, 1),
            (moves(black, "c7c6", Manner::Properly), Reason::NothingEndsIt, 2),
            (
                Act::Touch {
                    by: white,
                    square: Square::parse("d1").unwrap(),
                    how: Touch::OnPurpose,
                },
                Reason::Touched,
                2,
            ),
            (moves(white, "d2d4", Manner::BreachingTouchMove), Reason::NobodyObjected, 3),
            (Act::Protest { by: black }, Reason::ProtestRight, 2),
            (moves(white, "d2d4", Manner::Properly), Reason::AgainstObligation, 2),
            (moves(white, "d1f3", Manner::Properly), Reason::NothingEndsIt, 3),
            (Act::Protest { by: black }, Reason::ProtestTooLate, 3),
        ] {
            assert_eq!(game.act(&act).reason, reason, "{act}");
            assert_eq!(game.moves().len(), plies, "{act}");
        }
    }
}
