import type { ErrorCode } from '../../../contract/errors.ts'
import type { Language } from '../../../contract/languages.ts'
import type { App } from '../app.ts'
import { addressGroup, countAgainst, limits, overLimit, refuseSpent } from '../limits/limits.ts'
import { sendNow } from '../texts/sendNow.ts'
import { isServedNumber } from '../texts/servedNumber.ts'
import { type Membership, type Person, personByMobile, tasksAddress } from './person.ts'
import { newPin, usePin } from './pins.ts'
import { startSession } from './sessions.ts'

const pinTexts: Record<Language, (pin: string) => string> = {
  en: (pin) => `${pin} is your PIN to sign in. It works for 10 minutes. Do not share it.`,
  'en-au': (pin) => `${pin} is your PIN to sign in. It works for 10 minutes. Do not share it.`,
  es: (pin) => `${pin} es su PIN para entrar. Sirve durante 10 minutos. No lo comparta.`,
  pt: (pin) => `${pin} é o seu PIN para entrar. Vale por 10 minutos. Não compartilhe.`,
}

export interface PinRequest {
  readonly mobile: string
  readonly address: string
  readonly lang: Language
  /** The secret in the cookie of the browser that asks. */
  readonly browser: string
  /** The number has signed in in this browser before. */
  readonly isKnown: boolean
}

/** A stranger uses up what strangers have of a number, never what the browsers of its holder have. */
async function countPin(app: App, { mobile, from, isKnown }: { mobile: string; from: string; isKnown: boolean }): Promise<void> {
  if (isKnown) {
    await countAgainst(app, limits.pinInKnownBrowser, mobile)
    await countAgainst(app, limits.pinInKnownBrowserDay, mobile)
    return
  }
  await countAgainst(app, limits.pinFromAddress, `${mobile} ${from}`)
  await countAgainst(app, limits.pinFromAddressDay, `${mobile} ${from}`)
  await countAgainst(app, limits.pinPerNumber, mobile)
  await countAgainst(app, limits.pinPerNumberDay, mobile)
}

/**
 * Texts a PIN to the number. Known and unknown numbers are treated alike up to the text itself, so that only who holds a
 * number can find out, after typing the PIN, that nobody here has it (sign-in answers UNKNOWN_NUMBER then).
 */
export async function sendPin(app: App, { mobile, address, lang, browser, isKnown }: PinRequest): Promise<void> {
  const from = addressGroup(address)
  await countAgainst(app, limits.pinPerAddress, from)
  if (!app.openNumbers.has(mobile)) await countPin(app, { mobile, from, isKnown })
  const [person, pin] = await Promise.all([personByMobile(app.storage, mobile), newPin(app, mobile, browser)])
  const sending = (async () => {
    if (!person && !(await mayTextStranger(app, mobile))) return
    await sendNow(app, { to: mobile, text: `${pinTexts[person?.lang ?? lang](pin)}${autofill(app, pin)}` })
  })()
  // A provider takes its time only for texts that are sent: who waits for it can tell. What is only kept is there at once.
  if (app.sms.kind === 'embedded') await sending
  else app.later(sending)
}

async function mayTextStranger(app: App, mobile: string): Promise<boolean> {
  if (!isServedNumber(mobile)) return false
  if ((await overLimit(app, limits.strangerPerNumber, mobile)) > 0) return false
  return (await overLimit(app, limits.strangers, '')) === 0
}

/** The last line lets a phone fill the PIN in by itself (WICG "Delivering origin-bound one-time codes"). Never made from a request's Host. */
function autofill(app: App, pin: string): string {
  return app.publicUrl ? `\n\n@${new URL(app.publicUrl).hostname} #${pin}` : ''
}

export type SignInOutcome = { uid: string; token: string; redirect: string } | { code: ErrorCode; teams?: readonly Choice[] }
type Choice = Pick<Membership, 'id' | 'name'>

/** Counts guesses before and wrong ones after, by address; the number's own tries count in pins.ts. Undefined when the PIN is right. */
export async function rightPin(app: App, guess: Parameters<typeof usePin>[1] & { address: string }): Promise<ErrorCode | undefined> {
  const from = addressGroup(guess.address)
  await countAgainst(app, limits.guessPerAddress, from)
  await refuseSpent(app, limits.wrongPins, from)
  const trouble = await usePin(app, guess)
  if (trouble === 'BAD_PIN') await overLimit(app, limits.wrongPins, from)
  return trouble
}

export interface Guess {
  readonly mobile: string
  readonly pin: string
  readonly address: string
  /** The secret in the cookie of the browser that guesses, where it has one. */
  readonly browser?: string | undefined
}

export async function signInWithPin(app: App, guess: Guess): Promise<SignInOutcome> {
  const trouble = await rightPin(app, guess)
  if (trouble) return { code: trouble }
  return letIn(app, await personByMobile(app.storage, guess.mobile))
}

/** A person who has shown who they are. The session is a new one, whatever this browser had before. */
export async function letIn(app: App, person: Person | undefined, { redirect = '/', passkey = false } = {}): Promise<SignInOutcome> {
  if (!person) return { code: 'UNKNOWN_NUMBER' }
  if (person.disabled) return { code: 'ACCOUNT_DISABLED' }
  return { uid: person.uid, token: await startSession(app, person.uid, { passkey }), redirect }
}

/** The worker's own list, of one project: `team` as the link says, else the only one, else they choose. */
export async function signInToTasks(app: App, { team, ...guess }: Guess & { team: string | undefined }): Promise<SignInOutcome> {
  let person: Person | undefined
  let open: SignInOutcome | undefined
  const keep = async () => {
    person = await personByMobile(app.storage, guess.mobile)
    if (!person || person.disabled) return false
    const teams = person.teams.map(({ id, name }) => ({ id, name }))
    if (team !== undefined && !teams.some(({ id }) => id === team)) open = { code: 'NOT_IN_TEAM', teams }
    if (team === undefined && teams.length > 1) open = { code: 'CHOOSE_TEAM', teams }
    return open !== undefined
  }
  const trouble = await rightPin(app, { ...guess, keep })
  if (trouble) return { code: trouble }
  if (open || !person) return open ?? letIn(app, undefined)
  const only = team ?? person.teams[0]?.id
  return letIn(app, person, { redirect: tasksAddress(person.uid) + (only === undefined ? '' : `?team=${encodeURIComponent(only)}`) })
}
