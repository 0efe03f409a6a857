import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import { isMobileNumber } from '../../lib/phoneCountries.ts'
import { LazyListPicker } from '../../ui/list-picker/LazyListPicker.tsx'
import { identityOf, type Item, text } from './itemsOf.ts'

/** A list to pick entries from, instead of an empty new entry. */
export interface Source {
  /** Follows "Pick a" in the title. */
  readonly title: string
  readonly items: readonly LookupItem[]
  readonly allowCreate: boolean
  /** Whether people can be chosen from the phone's contacts. */
  readonly people: boolean
  /** Name of the list, by which the device stores its stars. */
  readonly name: string
  /** Attributes that identify an entry that is already in the list. */
  readonly identity: readonly string[]
  entry(picked: LookupItem): Item
}

/** A person who is not in the list: typed, or from the phone's contacts. */
export interface Typed {
  readonly name: string
  /** E.164. */
  readonly mobile?: string | undefined
}

/** The number of a contact in stored form; contacts of the own country often have no country code. */
const numberOf = (login: string | undefined) => [login ?? '', `+1${login ?? ''}`].find(isMobileNumber)

interface EntryPickerProps {
  readonly source: Source
  readonly items: readonly Item[]
  readonly by: readonly string[] | undefined
  onTake(source: Source, picked: readonly LookupItem[], typed: readonly Typed[]): void
  onCancel(): void
}

/**
 * Picks several entries at once. Each has a line that distinguishes it and shows whether it is in the list
 * already.
 */
export function EntryPicker({ source, items, by, onTake, onCancel }: EntryPickerProps) {
  const { t } = useLingui()
  const word = t`In the list`
  const offered = useMemo(() => {
    const attributes = by ?? source.identity
    const there = new Set(items.map((item) => identityOf(item, attributes)))
    return source.items.map((each) => {
      const entry = source.entry(each)
      const about = [text(entry['vendor']), text(entry['trade']), text(entry['role'])].filter((word) => word && word !== each.label)
      const line = [...(there.has(identityOf(entry, attributes)) ? [word] : []), ...about].join(' · ')
      return { id: each.id, label: each.label, searchTerms: about, ...(line && { shortLabel: `${each.label}\n${line}` }) }
    })
  }, [source, items, by, word])
  const known = new Map(source.items.map((each) => [each.id, each]))
  return (
    <LazyListPicker
      config={{
        title: source.title,
        items: offered,
        multiSelect: true,
        allowCreate: source.allowCreate,
        contacts: source.allowCreate && source.people && 'contacts' in navigator,
        favourites: source.name,
      }}
      onPick={(picked) => {
        const found = picked.filter(({ create }) => !create).flatMap(({ id }) => known.get(id) ?? [])
        onTake(
          source,
          found,
          picked.filter(({ create }) => create).map(({ label, login }) => ({ name: label, mobile: numberOf(login) })),
        )
      }}
      onCancel={onCancel}
    />
  )
}
