import type { Model } from '../../../contract/endpoints/records.ts'
import type { Words } from './taskKinds.ts'
import { listOf, type TalkContext } from './talk.ts'
import { itemsOf } from './understand.ts'

/** Texts about participants and signatures, shared by all chats that a crew signs. */
export const crewWords = {
  justMe: ['Just me', 'Solo yo', 'Só eu'],
  sign: [
    'Who signs? Everybody chooses their own name.',
    '¿Quién firma? Cada uno elige su propio nombre.',
    'Quem assina? Cada um escolhe o próprio nome.',
  ],
  signYourself: [
    'Your own name has to be among those who sign.',
    'Su propio nombre tiene que estar entre los que firman.',
    'O seu próprio nome precisa estar entre os que assinam.',
  ],
  date: ['Date', 'Fecha', 'Data'],
  signed: ['Signed', 'Firmas', 'Assinaturas'],
} as const satisfies Record<string, Words>

/** Returns the suggestions for the participants: "just me", and those of the last time. */
export const peopleOptions = ({ lang, name }: TalkContext, before: readonly string[], most: number): string[] => [
  crewWords.justMe[lang],
  ...before.filter((one) => one !== name).slice(0, most),
]

/**
 * Returns the names in an answer without that of the person in the chat, or undefined if there is no name at
 * all.
 */
export function peopleSaid(message: string, offered: readonly string[], { lang, name }: TalkContext, most: number): string[] | undefined {
  const items = itemsOf(message, offered, { joined: true, most })
  return items.length === 0 ? undefined : items.filter((item) => item !== crewWords.justMe[lang] && item !== name)
}

const signersOf = (people: readonly string[], { name }: TalkContext) => [...new Set([name, ...people])]

export const signQuestion = (people: readonly string[], context: TalkContext): string =>
  `${crewWords.sign[context.lang]}\n\n${listOf(signersOf(people, context))}`

/** Returns the names of the signers, or undefined if the person in the chat is not among them. */
export function signersSaid(message: string, people: readonly string[], context: TalkContext, most: number): string[] | undefined {
  const signers = itemsOf(message, signersOf(people, context), { joined: true, most })
  return signers.includes(context.name) ? signers : undefined
}

/** Returns the attributes of the record about participants and signatures. */
export const crewModel = (people: readonly string[], signers: readonly string[], context: TalkContext): Model => ({
  people: [...people],
  people_names: people.join('\n'),
  signed: signers.map((signer) => `${signer} · ${context.now}`).join('\n'),
  not_signed: signersOf(people, context)
    .filter((one) => !signers.includes(one))
    .join('\n'),
})
