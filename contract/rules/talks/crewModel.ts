import type { Model } from '../../endpoints/records.ts'
import { text } from '../../Text.ts'
import { listOf, type TalkContext } from './talk.ts'
import { itemsOf } from './understand.ts'

/** Texts about participants and signatures, shared by all chats that a crew signs. */
export const crewWords = {
  justMe: text('Just me'),
  sign: text('Who signs? Everyone chooses their own name.'),
  signYourself: text('Your own name has to be on the list of people who sign.'),
  date: text('Date'),
  signed: text('Signed'),
}

/** Returns the suggestions for the participants: "just me", and those of the last time. */
export const peopleOptions = ({ say, name }: TalkContext, before: readonly string[], most: number): string[] => [
  say(crewWords.justMe),
  ...before.filter((one) => one !== name).slice(0, most),
]

/**
 * Returns the names in an answer without that of the person in the chat, or undefined if there is no name at
 * all.
 */
export function peopleSaid(message: string, offered: readonly string[], { say, name }: TalkContext, most: number): string[] | undefined {
  const items = itemsOf(message, offered, { joined: true, most })
  return items.length === 0 ? undefined : items.filter((item) => item !== say(crewWords.justMe) && item !== name)
}

const signersOf = (people: readonly string[], { name }: TalkContext) => [...new Set([name, ...people])]

export const signQuestion = (people: readonly string[], context: TalkContext): string =>
  `${context.say(crewWords.sign)}\n\n${listOf(signersOf(people, context))}`

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
