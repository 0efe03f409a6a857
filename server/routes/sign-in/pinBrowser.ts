import { secondsInDay } from 'date-fns/constants'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { pinLifeMinutes } from '../../../contract/endpoints/sign-in.ts'
import type { App } from '../../domain/app.ts'
import type { Call } from '../../http/serve.ts'

const knownDays = 400
/** Maximum of remembered numbers: a shared device has several people. */
const mostKnown = 4

type Browser = Pick<Call<never>, 'app' | 'cookie' | 'setCookie'>

/** The secret of this browser, if it has requested a PIN. */
export const pinBrowser = (call: Browser): string | undefined => {
  const secret = call.cookie('pin')
  return secret !== undefined && /^[\w-]{22}$/.test(secret) ? secret : undefined
}

/** The secret of this browser; creates one if there is none. */
export function startPinBrowser(call: Browser): string {
  const secret = pinBrowser(call) ?? randomBytes(16).toString('base64url').slice(0, 22)
  call.setCookie('pin', secret, 2 * pinLifeMinutes * 60)
  return secret
}

const proofOf = (app: App, salt: string, mobile: string) =>
  createHmac('sha256', app.pepper).update(`known number ${salt} ${mobile}`).digest('base64url').slice(0, 22)

function readKnown(call: Browser): { salt: string; proofs: readonly string[] } | undefined {
  const [salt = '', ...proofs] = (call.cookie('known') ?? '').split('.')
  return /^[\w-]{11}$/.test(salt) && proofs.every((proof) => /^[\w-]{22}$/.test(proof)) ? { salt, proofs } : undefined
}

export function isKnownNumber(call: Browser, mobile: string): boolean {
  const known = readKnown(call)
  if (!known) return false
  const proof = Buffer.from(proofOf(call.app, known.salt, mobile))
  return known.proofs.some((one) => timingSafeEqual(Buffer.from(one), proof))
}

/** Remembers that the number has signed in in this browser. */
export function rememberNumber(call: Browser, mobile: string): void {
  const { salt, proofs } = readKnown(call) ?? { salt: randomBytes(8).toString('base64url'), proofs: [] }
  const proof = proofOf(call.app, salt, mobile)
  call.setCookie(
    'known',
    [salt, proof, ...proofs.filter((one) => one !== proof)].slice(0, mostKnown + 1).join('.'),
    knownDays * secondsInDay,
  )
}
