import { describe, expect, it } from 'vitest'
import { builtInTalks } from '../../../contract/rules/talks/builtInTalks.ts'
import { preTaskPlan } from '../../../contract/rules/talks/preTaskPlan.ts'
import type { Talk, TalkContext, Turn } from '../../../contract/rules/talks/talk.ts'
import { type Translations, talkWords } from '../../../contract/rules/talks/talkWords.ts'
import { toolboxTalk, type ToolboxState } from '../../../contract/rules/talks/toolboxTalk.ts'
import { translate } from '../../i18n/translate.ts'
import { wordsFor } from './answerMessage.ts'
import { talkTranslations } from './deviceTalk.ts'
import { toolboxDocument } from './toolboxDocument.ts'

const context: TalkContext = { ...wordsFor('en'), name: 'Ana Silva', now: '2026-06-01 07:05', today: '2026-06-01' }

/** Sends the messages one after the other, and returns the last turn. */
function say(messages: readonly string[], about: TalkContext = context): Turn<ToolboxState> {
  let turn: Turn<ToolboxState> = { state: toolboxTalk.begin(), text: '' }
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
    expect(say(['...']).state).toEqual(toolboxTalk.begin())
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
    expect(text).toMatch(/^Your own name has to be on the list of people who sign\./)
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
    expect(say(['Wind', 'Nothing raised', 'start over']).state).toEqual(toolboxTalk.begin())
    const helped = say(['Wind', 'help'])
    expect(helped.state).toMatchObject({ step: 'raised', topic: 'Wind' })
    expect(helped.text).toMatch(/^Choose a talk, read it out/)
  })

  it('speaks Spanish and Portuguese to people who do', () => {
    expect(say(['Escaleras'], { ...context, ...wordsFor('es') }).text).toContain('¿Cuánto debe pasar la escalera arriba del descanso?')
    expect(say(['Escadas', '1 m', 'Nada', 'Só eu', 'Ana Silva'], { ...context, ...wordsFor('pt') }).finished).toMatchObject({
      lang: 'pt',
      raised: '',
      people: [],
      not_signed: '',
    })
  })

  it('prints a document with the sections that have lines', () => {
    const { finished = {} } = say(['Wind', 'Nothing raised', 'Ben Ortiz', 'Ana Silva'])
    expect(toolboxDocument(finished, 'en')).toEqual({
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

/** All turns of a talk. */
function turnsOf(talk: Talk<never>, messages: readonly string[], about: TalkContext): Turn<unknown>[] {
  let state: unknown = talk.begin()
  return messages.map((message) => {
    const turn = talk.answer(state as never, message, about) as Turn<unknown>
    ;({ state } = turn)
    return turn
  })
}

const plans = {
  en: [
    'Welding and cutting, Excavation',
    'help',
    'all',
    'all',
    'Vehicles and machines',
    'Spotter',
    'no',
    'yes',
    'Ben and Cara',
    'yes',
    'Ana Silva, Ben',
  ],
  es: ['Soldadura y corte', 'Todo', 'atrás', 'Fuego y quemaduras', 'todo', 'sí', 'solo yo', 'sí', 'Ana Silva'],
  pt: ['solda', 'tudo', 'tudo', 'não', 'sim', 'Só eu', 'sim', 'Ana Silva'],
} as const

const held = {
  en: ['Ladders', 'One hand', '3 ft (1 m)', 'nothing raised', 'Ben, Cara', 'Ana Silva, Ben'],
  es: ['Escaleras', '1 m', 'todo', 'Nada', 'Ben', 'Ana Silva'],
  pt: ['Escadas', 'ajuda', 'Nada', 'Só eu', 'Ana Silva', 'Ana Silva'],
} as const

describe.each(['en', 'es', 'pt'] as const)('a talk on the device in %s', (lang) => {
  it.each([
    ['pre-task plan', preTaskPlan as Talk<never>, plans[lang]],
    ['toolbox talk', toolboxTalk as Talk<never>, held[lang]],
  ] as const)('asks and records the same as the server: %s', (_, talk, messages) => {
    const page = JSON.parse(JSON.stringify(talkTranslations(talk))) as Translations
    const about = { ...context, ...wordsFor(lang), previous: { people: ['Dora'], tasks: [{ task: 'Roofing', hazards: 'Noise' }] } }
    const online = turnsOf(talk, messages, about)
    const device = turnsOf(talk, messages, { ...about, ...talkWords(lang, page) })
    expect(device).toEqual(online)
    expect(device.at(-1)?.finished ?? device.at(-1)?.text).toBeTruthy()
    expect(talk.greeting({ ...about, ...talkWords(lang, page) })).toEqual(talk.greeting(about))
  })
})

describe('hazards that a language model suggests', () => {
  const about: TalkContext = { ...context, ideas: { Roofing: ['Wet membrane'] } }

  it('are offered with the built-in ones, stay in the state, and count among all of them', () => {
    const [asked, chosen] = turnsOf(preTaskPlan as Talk<never>, ['Roofing', 'all'], about)
    expect(asked?.text).toContain('- **Wet membrane**')
    expect(asked?.wants).toBeUndefined()
    expect(chosen?.state).toMatchObject({
      tasks: [{ task: 'Roofing', hazards: expect.arrayContaining(['Wet membrane', 'Fall from height']) }],
    })
    // They were offered: the answer is read with them also where they are not known.
    expect(preTaskPlan.answer(asked?.state as never, 'all', context).state).toEqual(chosen?.state)
  })

  it('never choose themselves', () => {
    const [, chosen] = turnsOf(preTaskPlan as Talk<never>, ['Roofing', 'Fall from height'], about)
    expect(chosen?.state).toMatchObject({ tasks: [{ hazards: ['Fall from height'] }] })
  })
})
