import { describe, expect, it } from 'vitest'
import { translate } from '../../i18n/translate.ts'
import { builtInTalks } from './builtInTalks.ts'
import type { TalkContext, Turn } from './talk.ts'
import { toolboxTalk, type ToolboxState } from './toolboxTalk.ts'

const context: TalkContext = { lang: 'en', name: 'Ana Silva', now: '2026-06-01 07:05', today: '2026-06-01' }

/** Sends the messages one after the other, and returns the last turn. */
function say(messages: readonly string[], about: TalkContext = context): Turn<ToolboxState> {
  let turn: Turn<ToolboxState> = { state: toolboxTalk.begin(about), text: '' }
  for (const message of messages) turn = toolboxTalk.answer(turn.state, message, about)
  return turn
}

describe('the answers of a toolbox talk', () => {
  it('greets with the talks of the libraries before the built-in ones', () => {
    const { text, suggestions } = toolboxTalk.greeting({ ...context, talks: [{ name: 'Hot work', address: '/media/hot-work.pdf' }] })
    expect(text).toBe('Which talk do you hold today?')
    expect(suggestions).toEqual(['Hot work', ...builtInTalks.map(({ name }) => translate('en', name))])
  })

  it('reads the points of a built-in talk out, and asks about them', () => {
    const { state, text } = say(['ladders'])
    expect(state).toMatchObject({ step: 'check', topic: 'Ladders' })
    expect(text).toContain('- Tie it off and let it stand 3 ft (1 m) above the landing.')
    expect(text).toContain('How far should a ladder stand above the landing?\n\n- **3 ft (1 m)**\n- **Level with it**\n- **One hand**')
  })

  it('reads a point out again after a wrong answer, and goes on after the right one', () => {
    const wrong = say(['Ladders', 'One hand'])
    expect(wrong.state.step).toBe('check')
    expect(wrong.text).toMatch(/^Not quite\. Read that point out once more:/)
    const right = toolboxTalk.answer(wrong.state, '**3 ft (1 m)**', context)
    expect(right.state.step).toBe('raised')
    expect(right.text).toBe('What did the crew raise or ask?\n\n- **Nothing raised**')
  })

  it('opens the document of a library, and asks nothing about it', () => {
    const about = { ...context, talks: [{ name: 'Hot work', address: '/media/hot-work.pdf' }] }
    const { state, text } = say(['hot work'], about)
    expect(state).toMatchObject({ step: 'raised', topic: 'Hot work' })
    expect(text).toContain('Open the document and go through it with the crew: [Hot work](/media/hot-work.pdf)')
  })

  it('takes a topic of its own, and asks again for an answer that names none', () => {
    expect(say(['Wind on the tower']).text).toContain('## Wind on the tower\n\nTell the crew what matters about it today.')
    expect(say(['...']).state).toEqual(toolboxTalk.begin(context))
  })

  it('ends with a record of who took part and who signed', () => {
    const { state, text, finished } = say([
      'Ladders',
      '3 ft (1 m)',
      'The long ladder is bent.',
      'Ben Ortiz, Cara Lind and Ana Silva',
      'Ana Silva, Ben Ortiz',
    ])
    expect(state.step).toBe('sign')
    expect(text).toBe('Thank you. The talk is signed and is being saved.')
    expect(finished).toEqual({
      date: '2026-06-01',
      lang: 'en',
      made_by: 'Ana Silva',
      topic: 'Ladders',
      points: builtInTalks[0]?.points.map((point) => translate('en', point)).join('\n'),
      raised: 'The long ladder is bent.',
      people: ['Ben Ortiz', 'Cara Lind'],
      people_names: 'Ben Ortiz\nCara Lind',
      signed: 'Ana Silva · 2026-06-01 07:05\nBen Ortiz · 2026-06-01 07:05',
      not_signed: 'Cara Lind',
    })
  })

  it('does not end before the person in the chat signs', () => {
    const { finished, text, state } = say(['Wind', 'nothing raised', 'Ben Ortiz', 'Ben Ortiz'])
    expect(finished).toBeUndefined()
    expect(state).toMatchObject({ step: 'sign', raised: '', people: ['Ben Ortiz'] })
    expect(text).toMatch(/^Your own name has to be among those who sign\./)
  })

  it('offers the people of the last time', () => {
    const { text } = say(['Wind', 'Nothing raised'], { ...context, previous: { people: ['Cara Lind', 'Ana Silva'] } })
    expect(text).toMatch(/\n\n- \*\*Just me\*\*\n- \*\*Cara Lind\*\*$/)
  })

  it.each([
    ['check', ['Ladders'], 'topic'],
    ['raised', ['Ladders', '3 ft (1 m)'], 'topic'],
    ['people', ['Wind', 'Nothing raised'], 'raised'],
    ['sign', ['Wind', 'Nothing raised', 'Just me'], 'people'],
  ] as const)('goes back from %s', (step, messages, earlier) => {
    expect(say(messages).state.step).toBe(step)
    expect(say([...messages, 'back']).state.step).toBe(earlier)
  })

  it('starts over, and helps without losing the answer', () => {
    expect(say(['Wind', 'Nothing raised', 'start over']).state).toEqual(toolboxTalk.begin(context))
    const helped = say(['Wind', 'help'])
    expect(helped.state).toMatchObject({ step: 'raised', topic: 'Wind' })
    expect(helped.text).toMatch(/^Choose a talk, read it out/)
  })

  it('speaks Spanish and Portuguese to people who do', () => {
    expect(say(['Escaleras'], { ...context, lang: 'es' }).text).toContain('¿Cuánto debe pasar la escalera arriba del descanso?')
    expect(say(['Escadas', '1 m', 'Nada', 'Só eu', 'Ana Silva'], { ...context, lang: 'pt' }).finished).toMatchObject({
      lang: 'pt',
      raised: '',
      people: [],
      not_signed: '',
    })
  })

  it('prints a document with the sections that have lines', () => {
    const { finished = {} } = say(['Wind', 'Nothing raised', 'Ben Ortiz', 'Ana Silva'])
    expect(toolboxTalk.document(finished, 'en')).toEqual({
      title: 'Toolbox Talk',
      about: [
        ['Date', '2026-06-01'],
        ['Held by', 'Ana Silva'],
      ],
      sections: [
        { heading: 'Wind', lines: [] },
        { heading: 'Took part', lines: ['Ben Ortiz'] },
        { heading: 'Signed', lines: ['Ana Silva · 2026-06-01 07:05'] },
      ],
    })
  })
})
