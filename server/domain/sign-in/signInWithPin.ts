import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '../../../contract/Refused.ts'
import type { Language } from '../../../contract/reference/languages.ts'
import type { PinWay } from '../../../contract/endpoints/sign-in.ts'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import type { App } from '../app.ts'
import { addressGroup, countAgainst, limits, overLimit, refuseSpent } from '../limits/limits.ts'
import { sendMail } from '../texts/sendMail.ts'
import { sendNow } from '../texts/sendNow.ts'
import { isServedNumber } from '../texts/isServedNumber.ts'
import { emailOf, type Membership, type Person, personByMobile, tasksAddress } from './person.ts'
import { newPin, usePin } from './newPin.ts'
import { startSession } from './sessionsOf.ts'

const pinSubject = text('Your PIN to sign in')
const pinText = text('{pin} is your PIN to sign in. It works for 10 minutes. Do not share it.')

export interface PinRequest {
  readonly mobile: string
  readonly address: string
  readonly lang: Language
  /** The secret in the cookie of the requesting browser. */
  readonly browser: string
  /** The number has signed in on this browser before. */
  readonly isKnown: boolean
}

/** Strangers use up a separate limit, never the limit of the browsers that the holder of the number uses. */
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

/** How the PINs of this server reach people. Only without a text provider they go to the e-mail address of the account. */
export function pinWayOf({ sms, mail, demo }: Pick<App, 'sms' | 'mail' | 'demo'>): PinWay {
  if (sms.kind !== 'embedded') return 'text'
  if (demo) return 'demo'
  return mail.kind === 'smtp' ? 'mail' : 'none'
}

/**
 * Sends a PIN. Known and unknown numbers are handled alike up to the message, so only the holder of a
 * number can learn, after entering the PIN, that it has no account (sign-in then answers UNKNOWN_NUMBER).
 */
export async function sendPin(app: App, { mobile, address, lang, browser, isKnown }: PinRequest): Promise<void> {
  const from = addressGroup(address)
  await countAgainst(app, limits.pinPerAddress, from)
  if (!app.openNumbers.has(mobile)) await countPin(app, { mobile, from, isKnown })
  const [person, pin] = await Promise.all([personByMobile(app.storage, mobile), newPin(app, mobile, browser)])
  if (pinWayOf(app) === 'mail') return app.later(mailPin(app, person, { pin, lang }))
  const sending = (async () => {
    if (!person && !(await mayTextStranger(app, mobile))) return
    await sendNow(app, { to: mobile, text: `${translate(person?.lang ?? lang, pinText, { pin })}${autofill(app, pin)}` })
  })()
  // Sending takes time only if a text is sent, so waiting would reveal whether the number is known. The
  // embedded adapter only stores the text, which is instant.
  if (app.sms.kind === 'embedded') await sending
  else app.later(sending)
}

/** Sends a PIN to the address of the account. Nothing happens without an account or an address. */
async function mailPin(app: App, person: Person | undefined, { pin, lang }: { pin: string; lang: Language }): Promise<void> {
  if (!person || person.disabled) return
  const to = await emailOf(app.storage, person.uid)
  if (to === undefined) return
  const words = person.lang ?? lang
  await sendMail(app, { key: randomUUID(), to, subject: translate(words, pinSubject, {}), text: translate(words, pinText, { pin }) })
}

async function mayTextStranger(app: App, mobile: string): Promise<boolean> {
  if (!isServedNumber(mobile)) return false
  if ((await overLimit(app, limits.strangerPerNumber, mobile)) > 0) return false
  return (await overLimit(app, limits.strangers, '')) === 0
}

/**
 * The last line lets a phone fill in the PIN (WICG "Delivering origin-bound one-time codes"). Never built
 * from the Host header of a request.
 */
function autofill(app: App, pin: string): string {
  return app.publicUrl ? `\n\n@${new URL(app.publicUrl).hostname} #${pin}` : ''
}

export type SignInOutcome = { uid: string; token: string; redirect: string } | { code: ErrorCode; teams?: readonly Choice[] }
type Choice = Pick<Membership, 'id' | 'name'>

/**
 * Checks a PIN. Limits guesses and wrong guesses per address; newPin.ts limits them per number. Returns
 * undefined if the PIN is correct.
 */
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
  /** The secret in the cookie of the guessing browser, if it has one. */
  readonly browser?: string | undefined
}

export async function signInWithPin(app: App, guess: Guess): Promise<SignInOutcome> {
  const trouble = await rightPin(app, guess)
  if (trouble) return { code: trouble }
  return letIn(app, await personByMobile(app.storage, guess.mobile))
}

/** Signs in an authenticated person. Always starts a new session, also in a browser that had one. */
export async function letIn(app: App, person: Person | undefined, { redirect = '/', passkey = false } = {}): Promise<SignInOutcome> {
  if (!person) return { code: 'UNKNOWN_NUMBER' }
  if (person.disabled) return { code: 'ACCOUNT_DISABLED' }
  return { uid: person.uid, token: await startSession(app, person.uid, { passkey }), redirect }
}

/**
 * Signs in to the task list of one project: `team` from the link, else the only project, else the person
 * chooses.
 */
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
