import { type Text, text } from '../../Text.ts'

/** A short toolbox talk: points to read aloud, and one question that checks the understanding. */
export interface BuiltInTalk {
  readonly name: Text
  readonly points: readonly Text[]
  readonly check: Text
  /** The first answer is correct. */
  readonly answers: readonly Text[]
}

export const builtInTalks: readonly BuiltInTalk[] = [
  {
    name: text('Ladders'),
    points: [
      text('Check the ladder before you climb: rails, rungs, feet.'),
      text('Set it on firm, level ground, one out for every four up.'),
      text('Tie it off and let it stand 3 ft (1 m) above the landing.'),
      text('Three points of contact, belt buckle between the rails.'),
    ],
    check: text('How far should a ladder stand above the landing?'),
    answers: [text('3 ft (1 m)'), text('Level with it'), text('One hand')],
  },
  {
    name: text('Working at height'),
    points: [
      text('Guardrails first. Use a harness where guardrails are not possible.'),
      text('Check webbing, buckles and hooks every morning.'),
      text('Tie off above your shoulders, to something that holds a car.'),
      text('Know who gets you down: hanging is dangerous within minutes.'),
    ],
    check: text('What comes first?'),
    answers: [text('Guardrails'), text('Harness'), text('Warning tape')],
  },
  {
    name: text('Heat'),
    points: [
      text('Drink a cup of water every 20 minutes, before you are thirsty.'),
      text('Rest in the shade; new people begin with short turns.'),
      text('Headache, cramps, dizzy: stop and tell someone.'),
      text('Confused or no sweat: call for help at once and cool with water.'),
    ],
    check: text('A coworker is confused and does not sweat. What do you do first?'),
    answers: [text('Call for help and cool them'), text('Let them rest alone'), text('Send them home')],
  },
  {
    name: text('Moving machines'),
    points: [
      text('The operator cannot see you until you see their eyes.'),
      text('Use the walkway; never pass behind a machine.'),
      text('One signal person. Everyone may give the stop signal.'),
      text('Stay out of the swing: arm length plus two steps.'),
    ],
    check: text('Who may give the stop signal?'),
    answers: [text('Everybody'), text('Only the signal person'), text('Only the foreman')],
  },
  {
    name: text('Silica dust'),
    points: [
      text('Cutting concrete, brick or stone makes dust that scars lungs.'),
      text('Water or a vacuum at the tool, always.'),
      text('Never sweep dry and never blow it off with air.'),
      text('A mask works only on a shaved face.'),
    ],
    check: text('What keeps the dust down while you cut?'),
    answers: [text('Water or a vacuum'), text('A fan'), text('Sweeping')],
  },
  {
    name: text('Lockout'),
    points: [
      text('Switch off, lock, tag, and keep the key in your pocket.'),
      text('One lock for each person who works on it.'),
      text('Try to start it, and test that it is dead.'),
      text('Never remove the lock of another person.'),
    ],
    check: text('Who takes your lock off?'),
    answers: [text('Only I do'), text('The foreman'), text('The last person on site')],
  },
]
