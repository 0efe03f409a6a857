import { useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { alertDialog } from '../overlays/confirmDialog.tsx'
import type { NewItem, OnPick, PickConfig, PickItem } from './pickItem.ts'

/** Number of attempts to find a new item in the list, and the time between two of them, ms (spec/2 §9). */
const tries = 10
const between = 1000

interface Contact {
  readonly name?: readonly string[]
  readonly tel?: readonly string[]
  readonly email?: readonly string[]
}
interface Contacts {
  select(properties: string[], options: { multiple: boolean }): Promise<readonly Contact[]>
}

export interface Picking {
  readonly chosen: ReadonlyMap<string, PickItem>
  /** A choice needs the confirm button. */
  readonly confirms: boolean
  readonly busy: boolean
  /** The text below "Oops!". */
  readonly error: string | undefined
  readonly creating: boolean
  /** The list is reloaded until the new item is in it. */
  readonly waiting: boolean
  press(item: PickItem): void
  confirm(): void
  openForm(): void
  saved(item: NewItem): void
  closeForm(): void
  fromContacts(): Promise<void>
}

const isNew = ({ id, label }: NewItem, item: PickItem) =>
  id !== undefined
    ? item.id === id || item.key === id
    : label !== undefined && item.label.trim().toLowerCase() === label.trim().toLowerCase()

/** An id that is not in the list becomes an item with the id as its label. */
function chosenAtFirst({ items, fixedItems, selected }: PickConfig): ReadonlyMap<string, PickItem> {
  const wanted = new Set(selected)
  if (wanted.size === 0) return new Map()
  const found = new Map([...(fixedItems ?? []), ...items].filter(({ id }) => wanted.has(id)).map((item) => [item.id, item]))
  return new Map([...wanted].map((id) => [id, found.get(id) ?? { id, label: id }]))
}

function useAlive(): RefObject<boolean> {
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])
  return alive
}

/** Reloads the list until the new item is in it; undefined when it does not appear, or the picker is closed. */
async function findNew(wanted: NewItem, reloadList: PickConfig['reloadList'], alive: RefObject<boolean>): Promise<PickItem | undefined> {
  if (!reloadList) return undefined
  for (let round = 1; round <= tries && alive.current; round++) {
    const list = await reloadList().catch(() => [])
    const found = list.find((item) => isNew(wanted, item))
    if (found || round === tries) return found
    await new Promise((resolve) => setTimeout(resolve, between))
  }
  return undefined
}

/** The people that the user picks from the phone's contacts. */
async function pickContacts(contacts: Contacts, multiple: boolean): Promise<PickItem[]> {
  // Closing the phone's own list without a choice is not an error.
  const picked = await contacts.select(['name', 'tel', 'email'], { multiple }).catch(() => [])
  return picked.flatMap(({ name, tel, email }): PickItem[] => {
    const label = name?.[0] || tel?.[0] || email?.[0]
    if (!label) return []
    const login = tel?.[0]?.replace(/[^\d+]/g, '')
    return [{ id: login || label, label, create: true, ...(login && { login }), ...(email?.[0] && { email_address: email[0] }) }]
  })
}

/**
 * Returns the selection, and the steps after a choice.
 */
export function usePicking(config: PickConfig, onPick: OnPick): Picking {
  const { t } = useLingui()
  const { informational, multiSelect = false, instructions, confirm: confirmSetting, reloadList } = config
  const confirms = informational !== true && (multiSelect || confirmSetting === true || (instructions ?? '') !== '')
  const [chosen, setChosen] = useState(() => chosenAtFirst(config))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [creating, setCreating] = useState(false)
  const [waiting, setWaiting] = useState(false)
  const alive = useAlive()

  const give = (picked: readonly PickItem[]) => {
    if (busy) return
    setError(undefined)
    const failed = (reason: unknown) => {
      if (alive.current) setError(reason instanceof Error ? reason.message : '')
    }
    try {
      const leaving = onPick(picked)
      if (!(leaving instanceof Promise)) return
      setBusy(true)
      void leaving.catch(failed).finally(() => {
        if (alive.current) setBusy(false)
      })
    } catch (reason) {
      failed(reason)
    }
  }

  const take = (item: PickItem) => {
    if (item.clear) give([])
    else if (multiSelect) {
      const next = new Map(chosen)
      if (!next.delete(item.id)) next.set(item.id, item)
      setChosen(next)
    } else if (confirms) setChosen(new Map([[item.id, item]]))
    else give([item])
  }

  return {
    chosen,
    confirms,
    busy,
    error,
    creating,
    waiting,
    press: (item) => {
      if (!informational && !busy) take(item)
    },
    confirm: () => give([...chosen.values()]),
    openForm: () => setCreating(true),
    closeForm: () => setCreating(false),
    saved: (item) => {
      setCreating(false)
      setWaiting(true)
      setError(undefined)
      void findNew(item, reloadList, alive).then((found) => {
        if (!alive.current) return
        setWaiting(false)
        if (found && !informational) take(found)
        else if (found) return
        else setError(t`It was saved, but the list does not show it yet. Refresh the list in a moment.`)
      })
    },
    fromContacts: async () => {
      const { contacts } = navigator as Navigator & { contacts?: Contacts }
      if (typeof contacts?.select !== 'function') {
        await alertDialog(t`Contact Picker Not Supported`)
        return
      }
      const people = await pickContacts(contacts, multiSelect)
      if (people.length === 0) return
      if (confirms) setChosen(new Map([...(multiSelect ? chosen : []), ...people.map((item) => [item.id, item] as const)]))
      else give(people)
    },
  }
}
