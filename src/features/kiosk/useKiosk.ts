import { useCallback, useEffect, useRef, useState } from 'react'
import { aliveEvery, type AuthAnswer, kioskAlive, type KioskKnown, kioskMine, type Pairing } from '../../../contract/endpoints/kiosk.ts'
import { type Language, supportedLanguage } from '../../../contract/reference/languages.ts'
import type { SealTo } from '../../../contract/endpoints/sealing.ts'
import { markLeft } from '../../store/encryption/grantOf.ts'
import { forgetKiosk, forgetPerson } from '../../store/kiosk/forgetPerson.ts'
import { dropPairing, findPairing, type KeptPairing, keepPairing, kioskOwner, pairedHere } from '../../store/kiosk/findPairing.ts'
import { keepKioskReady } from '../../store/kiosk/keepKioskReady.ts'
import { endNotices } from '../../store/session/endNotices.ts'
import { forgetScreens, leaveBehind } from '../../store/session/leaveBehind.ts'
import { deviceOwner } from '../../store/identity/getOwner.ts'
import { getOwner, setOwner } from '../../store/identity/useOwner.ts'
import { setPreference } from '../../store/preferences/preferences.ts'
import { useSession } from '../../store/session/session.ts'
import { noteSealKey, sealTo, setShared } from '../../store/encryption/sharedDevice.ts'
import { getStore } from '../../store/db/store.ts'
import { unsentOfDevice } from '../../store/outbox/unsentOfDevice.ts'
import { ask } from '../../sync/ask.ts'
import { takeSessionBack } from '../../sync/finishSignOut.ts'

/** Offline data is refreshed after this time, ms. */
const freshFor = 6 * 3_600_000
/** How often data that the browser has cleared is restored, ms. */
const mendEvery = 5000
/** How often a kiosk asks for another cookie while its own is lost or refused, ms. */
const renewEvery = 5000
/** How long the server may take to revoke a session; the next person is already at the Start button, ms. */
const signOutLimit = 5000

export interface Kiosk {
  /** undefined: the device is still looking for its pairing. */
  readonly pairing: KeptPairing | 'none' | undefined
  /** The device was a kiosk until an administrator ended the pairing. */
  readonly ended: boolean
  readonly ready: boolean
  paired(answer: AuthAnswer): Promise<void>
  /** A contact has ended the kiosk mode with their PIN. */
  left(): Promise<void>
  /** Clears the device between two people. */
  forget(): Promise<void>
  /** Logs out a person who signed in inside the frame. */
  logOut(): Promise<void>
}

/**
 * Signs out the person who used the device before it became a kiosk, or who signed in on it. Their unsent
 * work is sent later with their grant. The next person does not wait for the server: the session is revoked
 * once the server can be reached, by the app if needed.
 */
async function signOutPerson(): Promise<void> {
  const person = await deviceOwner()
  if (!person.startsWith('u:')) return
  // Work that can't be sealed stays for its person; the screens they have seen are still removed.
  await leaveBehind(person).catch(() => forgetScreens(getStore(), person).catch(() => undefined))
  await markLeft(getStore(), person).catch(() => undefined)
  await endNotices()
  void takeSessionBack(signOutLimit, { isNextWaiting: false })
}

/**
 * Marks the device as shared: unsent work of a person is sealed, and the screens they have seen are removed.
 */
function share(seal?: SealTo): void {
  try {
    if (seal) noteSealKey(seal)
    setShared(true)
  } catch {
    // Site data is blocked: the kiosk seals all the same.
  }
}

/** Makes every page of this device act as the kiosk, also after the browser has cleared the stored owner. */
async function act(kept: KeptPairing): Promise<void> {
  share()
  await setOwner(kioskOwner(kept), { seal: kept.seal })
}

/** The same after a start: the battery may have died while a person was logged in here. */
async function actAgain(kept: KeptPairing): Promise<void> {
  await signOutPerson()
  await act(kept)
  await forgetPerson(kioskOwner(kept)).catch(() => undefined)
}

const isSamePairing = (one: KeptPairing, other: KeptPairing) => JSON.stringify({ ...one, at: 0 }) === JSON.stringify({ ...other, at: 0 })

/**
 * The pairing of this device, and what changes it: `be` and `unpair` here, `alive` asks the server. `current` is the
 * newest one, also for work that began before. `onUnpaired` must be stable.
 */
function usePairing(onUnpaired: () => void) {
  const [pairing, setPairing] = useState<KeptPairing | 'none' | undefined>(() => pairedHere())
  const [ended, setEnded] = useState(false)
  const current = useRef<KeptPairing>(undefined)
  const known = typeof pairing === 'object' ? pairing : undefined
  useEffect(() => {
    current.current = known
  })

  /** Makes the device act as this kiosk from now on. */
  const be = useCallback(async (next: Pairing, language: Language, seal?: AuthAnswer['seal']): Promise<KeptPairing> => {
    const kept = await keepPairing({ ...next, language, seal })
    current.current = kept
    await act(kept)
    return kept
  }, [])

  const unpair = useCallback(
    async (was: KeptPairing) => {
      // First, so that the screen shows at once that the pairing has ended.
      current.current = undefined
      setPairing('none')
      onUnpaired()
      await dropPairing()
      await signOutPerson()
      await setOwner('p:')
      await forgetKiosk(kioskOwner(was)).catch(() => undefined)
    },
    [onUnpaired],
  )

  const take = useCallback(
    async ({ paired, pairing: fresh, seal }: KioskKnown, before: KeptPairing | undefined) => {
      if (!paired) {
        if (!before) return
        setEnded(true)
        await unpair(before)
      } else if (fresh) {
        const language = before?.language ?? supportedLanguage(document.documentElement.lang)
        // A person who is signed in inside the frame stays signed in.
        const person = (await deviceOwner()).startsWith('u:')
        const kept = person ? await keepPairing({ ...fresh, language, seal }) : await be(fresh, language, seal)
        setPairing((now) => (typeof now === 'object' && isSamePairing(now, kept) ? now : kept))
      }
    },
    [be, unpair],
  )

  const alive = useCallback(async () => {
    const before = current.current
    if (!before) return
    try {
      const unsent = await unsentOfDevice(getStore()).catch(() => undefined)
      const answer = await ask(kioskAlive, { code: before.code || '000000' }, { token: before.token, unsent })
      if (current.current?.token === before.token) await take(answer, before)
    } catch {
      // Offline, or the server is busy: the kiosk keeps running.
    }
  }, [take])

  // At the start: use the stored pairing, otherwise the cookie.
  useEffect(() => {
    let gone = false
    const find = async () => {
      const kept = await findPairing().catch(() => undefined)
      if (gone) return
      if (kept) {
        current.current = kept
        await actAgain(kept)
        if (gone) return
        setPairing(kept)
        setPreference('language', kept.language)
        await alive()
        return
      }
      const mine = await ask(kioskMine, undefined, {}).catch((): KioskKnown => ({ paired: false }))
      if (gone) return
      if (mine.paired) await take(mine, undefined)
      else setPairing('none')
    }
    void find()
    return () => {
      gone = true
    }
  }, [alive, take])

  return { pairing, setPairing, ended, setEnded, current, known, be, unpair, alive }
}

/** Checks whether the pairing is still valid: the change stream and the session end with the pairing. */
function usePulse({ known, current, alive }: Pick<ReturnType<typeof usePairing>, 'known' | 'current' | 'alive'>): void {
  const session = useSession()
  const uid = known?.uid
  useEffect(() => {
    if (uid === undefined) return
    const look = () => {
      if (document.visibilityState === 'visible') void alive()
    }
    const timer = setInterval(look, aliveEvery)
    const mend = async () => {
      const kept = current.current
      if (!kept || (pairedHere() && sealTo())) return
      await findPairing()
      await act(kept)
    }
    const mending = setInterval(() => void mend().catch(() => undefined), mendEvery)
    addEventListener('online', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      clearInterval(mending)
      removeEventListener('online', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [uid, alive, current])
  useEffect(() => {
    if (uid === undefined || session.state !== 'expired') return
    // Repeated: this call may fail, and a save that was under way may be refused after it.
    void alive()
    const timer = setInterval(() => {
      // The session of a person in the frame is not renewed by the kiosk.
      if (getOwner() === `k:${uid}`) void alive()
    }, renewEvery)
    return () => clearInterval(timer)
  }, [uid, session.state, alive])
}

/** Fetches what the kiosk needs offline; `onReady` must be stable. */
function useOfflineContent(known: KeptPairing | undefined, onReady: () => void): void {
  const uid = known?.uid
  const url = known?.url
  const language = known?.language
  const wanted = url === undefined ? undefined : JSON.stringify(url)
  useEffect(() => {
    if (uid === undefined || wanted === undefined || language === undefined) return
    let gone = false
    const bring = async () => {
      const all = await keepKioskReady(`k:${uid}`, JSON.parse(wanted) as string, language).catch(() => false)
      if (!gone && all) onReady()
    }
    void bring()
    const timer = setInterval(() => void bring(), freshFor)
    const online = () => void bring()
    addEventListener('online', online)
    return () => {
      gone = true
      clearInterval(timer)
      removeEventListener('online', online)
    }
  }, [uid, wanted, language, onReady])
}

/**
 * Returns the kiosk state of this device: its pairing, and whether the pairing is still valid. Also removes
 * the data that people leave on it.
 */
export function useKiosk(): Kiosk {
  const [ready, setReady] = useState(false)
  const found = usePairing(useCallback(() => setReady(false), []))
  const { pairing, setPairing, ended, setEnded, current, known, be, unpair } = found
  usePulse(found)
  useOfflineContent(
    known,
    useCallback(() => setReady(true), []),
  )

  return {
    pairing,
    ended,
    ready,
    async paired(answer) {
      if (!answer.pairing) return
      share(answer.seal)
      await signOutPerson()
      const kept = await be(answer.pairing, supportedLanguage(document.documentElement.lang), answer.seal)
      setPreference('language', kept.language)
      setEnded(false)
      setPairing(kept)
    },
    async left() {
      const was = current.current
      setEnded(false)
      if (was) await unpair(was)
    },
    async forget() {
      const kept = current.current
      if (!kept) return
      await forgetPerson(kioskOwner(kept))
      setPreference('language', kept.language)
      await findPairing()
      if (!sealTo() || getOwner() !== kioskOwner(kept)) await act(kept)
    },
    async logOut() {
      const kept = current.current
      await signOutPerson()
      if (kept) await act(kept)
    },
  }
}
