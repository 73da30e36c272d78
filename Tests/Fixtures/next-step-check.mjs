// Runs the reader of step graphs through files: next-step-check.mjs READER FILE…
//
// From the empty board and from random boards without mistakes, what the reader finds must add
// something, must not come before what it rests on, and must lead to all stars.
import { readFileSync } from "node:fs";

const { nextStep, take } = await import(process.argv[2]);
let state = 1;
const random = (bound) => {
  state = (state * 48271) % 2147483647;
  return state % bound;
};
let puzzles = 0;
let told = 0;
for (const name of process.argv.slice(3)) {
  for (const steps of JSON.parse(readFileSync(name)).steps) {
    puzzles += 1;
    const whole = [];
    for (const step of steps) take(step, whole);
    const stars = (cells) => cells.filter((cell) => cell === 1).length;
    for (let start = 0; start < 10; start += 1) {
      const share = start === 0 ? 0 : random(100);
      const cells = whole.map((cell) => (random(100) < share ? cell : 0));
      let next;
      while ((next = nextStep(steps, cells)) >= 0) {
        const before = cells.join("");
        take(steps[next], cells);
        told += 1;
        if (cells.join("") === before) throw new Error(`${name}: step ${next} adds nothing`);
        if (cells.some((cell, place) => cell !== 0 && cell !== whole[place])) {
          throw new Error(`${name}: step ${next} contradicts the solution`);
        }
      }
      if (stars(cells) !== stars(whole)) throw new Error(`${name}: the steps end early`);
    }
  }
}
console.log(`${puzzles} puzzles, ${told} steps`);
