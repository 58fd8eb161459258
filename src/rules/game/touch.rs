//! The hands: touched pieces, castling begun with the king, promotion (Article 4).

use std::ops::ControlFlow;

use super::Game;
use crate::{
    board::{Bitboard, Color, Role, Square},
    position::{Move, Wing},
    rules::{Order, Reason, Refused, Ruling, act::Touch, order::captures},
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
            return Ruling::play_on(Reason::TouchMeansNothing).with(self.turn.orders.clone());
        }
        self.touched_on_purpose(by);
        let king_first = self.turn.own.contains(self.position().king(by));
        if piece.color == by {
            self.touch_own(by, piece.role, square);
        } else {
            self.touch_other(piece.role, square);
        }
        let to_castle = piece.color == by
            && piece.role == Role::Rook
            && king_first
            && self.rook_wing(by, square).is_some();
        if self.turn.orders.is_empty() {
            let reason = if to_castle { Reason::CastlingNotLegal } else { Reason::TouchedInVain };
            return Ruling::play_on(reason).with([Order::AnyMove { by }]);
        }
        Ruling::play_on(self.why_touched(to_castle)).with(self.turn.orders.clone())
    }

    /// What a touch that binds rests on: castling has articles of its own, also if it is meant and not legal.
    fn why_touched(&self, to_castle: bool) -> Reason {
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
        if role == Role::Rook
            && earlier.contains(king)
            && let Some(wing) = self.rook_wing(by, square)
            && self.is_free_to_castle(wing)
            && self.can_castle(by, wing)
        {
            // King first, then the rook: castling was meant.
            self.turn.orders = vec![Order::MustCastle { by, wing }];
            return;
        }
        if role == Role::Rook
            && earlier.contains(king)
            && self
                .rook_wing(by, square)
                .is_some_and(|wing| self.position().castling().has(by, wing))
            && self.turn.orders.is_empty()
            && self.moves_from(king).is_empty()
        {
            // Castling was meant and is not legal, and the king has no other move: the player is free.
            return;
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
            // The opponent's piece was touched first: it is taken with this one if that is legal.
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
        let takes = |game: &Game, origins: Bitboard| {
            game.moves_of(origins).iter().any(|&one| captures(game.position(), one, square))
        };
        // A piece of one's own that was touched before has to take it, if it can.
        if takes(self, origins) && self.captured_by_order().is_none() {
            self.turn.orders.push(capture);
        }
    }

    pub(super) fn release_king(&mut self, by: Color, to: Square) -> Ruling {
        if self.position().turn() != by {
            return Ruling::refused(Refused::Move, Reason::NotOnMove);
        }
        self.touched_on_purpose(by);
        let from = self.position().king(by);
        // In Chess960 the king may have stepped there, and that is all it does.
        let chess960 = self.position().castling().is_chess960();
        let steps = chess960 && self.position().is_legal(Move::new(from, to));
        let wing = Wing::ALL.into_iter().find(|wing| wing.king_to(by) == to && !steps);
        match wing {
            // What was touched before binds; without that, the king on its square means castling.
            Some(wing) if !self.has_must() && self.can_castle(by, wing) => {
                self.turn.orders = vec![Order::MustCastle { by, wing }];
            }
            Some(_) | None => self.touch_own(by, Role::King, from),
        }
        if self.turn.orders.is_empty() {
            return Ruling::play_on(Reason::TouchedInVain).with([Order::AnyMove { by }]);
        }
        Ruling::play_on(self.why_touched(false)).with(self.turn.orders.clone())
    }

    pub(super) fn protest(&mut self, by: Color) -> Ruling {
        let Some(order) = self.turn.broken.filter(|_| self.position().turn() == by) else {
            return Ruling::refused(Refused::Protest, Reason::ProtestTooLate);
        };
        self.take_back_to(self.line.moves().len() - 1);
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

    /// A piece was touched on purpose: the right to object to what the opponent has done is lost, and
    /// where the rule set says so the opponent's offer is refused.
    pub(super) fn touched_on_purpose(&mut self, by: Color) {
        self.turn.touched = true;
        self.turn.broken = None;
        if self.offer == Some(!by) && self.rule_set.touching_refuses_offer().value {
            self.offer = None;
        }
    }

    /// Whether the piece on this square can be captured.
    pub(super) fn can_capture(&self, square: Square) -> bool {
        self.moves_of(Bitboard::FULL).iter().any(|&one| captures(self.position(), one, square))
    }

    /// What the orders say must be captured.
    fn captured_by_order(&self) -> Option<Square> {
        self.turn.orders.iter().find_map(|order| {
            if let Order::MustCapture { square, .. } = order { Some(*square) } else { None }
        })
    }

    /// Whether some piece must already move, or castling is obligatory.
    fn has_must(&self) -> bool {
        self.turn.orders.iter().any(|order| {
            matches!(
                order,
                Order::MustMove { .. } | Order::MustCastle { .. } | Order::MustPlay { .. }
            )
        })
    }

    /// Whether the player may still castle to this wing, after what he touched before king and rook.
    fn is_free_to_castle(&self, wing: Wing) -> bool {
        self.turn.orders.iter().all(|order| match *order {
            Order::MustMove { role, .. } => role == Role::King,
            Order::MustNotCastle { wing: other, .. } => other != wing,
            Order::MustCapture { .. }
            | Order::MustCastle { .. }
            | Order::AnyMove { .. }
            | Order::MustPlay { .. }
            | Order::BecomesQueen { .. }
            | Order::Stays { .. }
            | Order::Restore
            | Order::Transfer
            | Order::AddTime { .. }
            | Order::TakeTime { .. }
            | Order::TakeHalf { .. }
            | Order::ExtraSeconds
            | Order::SetClocks
            | Order::UpdateScoresheets
            | Order::NextPeriod
            | Order::PutBack { .. }
            | Order::MayBePenalised { .. }
            | Order::ScoreIsDecided { .. } => false,
        })
    }

    fn can_castle(&self, by: Color, wing: Wing) -> bool {
        let castling = self.position().castling_move(wing);
        castling.is_some_and(|castling| {
            self.position().turn() == by && self.position().is_legal(castling)
        })
    }

    /// The wing to which a rook on this square would castle: the corner's, in Chess960 that of the right.
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
        rules::{Act, How, RuleSet, SearchBudget},
    };

    #[test]
    fn a_touch_rests_on_the_article_for_what_was_meant() {
        let both = "r3k2r/ppp2ppp/2n5/8/8/2N5/PPP2PPP/R3K2R w KQkq - 0 12";
        let crossed = "4k3/8/b7/8/8/8/5PPP/4K2R w K - 0 20";
        for (fen, touched, reason) in [
            (both, &["e1"][..], Reason::Touched),
            (both, &["h1"], Reason::Touched),
            (both, &["e1", "h1"], Reason::TouchedToCastle),
            (both, &["h1", "e1"], Reason::CastlingForfeited),
            (both, &["e1", "c3"], Reason::Touched),
            (crossed, &["e1"], Reason::Touched),
            (crossed, &["e1", "h1"], Reason::CastlingNotLegal),
            (crossed, &["e1", "h2"], Reason::Touched),
            // A rook that cannot move is no castling, nor is a piece of the opponent in the corner.
            ("4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", &["a1"], Reason::TouchedInVain),
            ("4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", &["a1", "e1"], Reason::CastlingForfeited),
            ("6k1/8/8/8/8/8/8/4K2r w - - 0 1", &["e1", "h1"], Reason::Touched),
        ] {
            let start: Position = fen.parse().unwrap();
            let mut game = Game::new(RuleSet::LATEST, start, SearchBudget::MATERIAL_ONLY);
            let rulings = touched.iter().map(|square| {
                let square = Square::parse(square).unwrap();
                game.act(&Act::Touch { by: Color::White, square, how: Touch::OnPurpose })
            });
            assert_eq!(rulings.last().unwrap().reason, reason, "{fen} {touched:?}");
        }
    }

    #[test]
    fn a_right_protest_takes_the_move_back() {
        let mut game = Game::new(RuleSet::LATEST, Position::start(), SearchBudget::MATERIAL_ONLY);
        let (white, black) = (Color::White, Color::Black);
        let moves = |by, uci: &str, how| Act::MoveOnly { by, mv: uci.parse().unwrap(), how };
        for (act, reason, plies) in [
            (moves(white, "e2e4", How::Properly), Reason::NothingEndsIt, 1),
            (moves(black, "c7c6", How::Properly), Reason::NothingEndsIt, 2),
            (
                Act::Touch {
                    by: white,
                    square: Square::parse("d1").unwrap(),
                    how: Touch::OnPurpose,
                },
                Reason::Touched,
                2,
            ),
            (moves(white, "d2d4", How::BreachingTouchMove), Reason::NobodyObjected, 3),
            (Act::Protest { by: black }, Reason::ProtestRight, 2),
            (moves(white, "d2d4", How::Properly), Reason::AgainstObligation, 2),
            (moves(white, "d1f3", How::Properly), Reason::NothingEndsIt, 3),
            (Act::Protest { by: black }, Reason::ProtestTooLate, 3),
        ] {
            assert_eq!(game.act(&act).reason, reason, "{act}");
            assert_eq!(game.moves().len(), plies, "{act}");
        }
    }
}
