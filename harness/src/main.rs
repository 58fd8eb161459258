//! x
use std::time::Instant;
use lawbook::position::Position;
fn cozy(b:&cozy_chess::Board,d:u32)->u64{ if d==1{let mut n=0;b.generate_moves(|m|{n+=m.len() as u64;false});return n;} let mut n=0; b.generate_moves(|ms|{for m in ms{let mut c=b.clone();c.play_unchecked(m);n+=cozy(&c,d-1);}false});n}
fn main(){
 let ps=[("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",6),("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",5),("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",6),("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",5),("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",5),("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",5)];
 for (f,d) in ps { let p:Position=f.parse().unwrap(); let b:cozy_chess::Board=f.parse().unwrap(); let mut o=vec![];let mut c=vec![];let mut n=0;
  for _ in 0..3 {let t=Instant::now();n=p.perft(d);o.push(t.elapsed());let t=Instant::now();assert_eq!(n,cozy(&b,d));c.push(t.elapsed());} o.sort();c.sort();
  println!("{n} ours {:?} cozy {:?} ratio {:.2}",o[1],c[1],c[1].as_secs_f64()/o[1].as_secs_f64());}
}
