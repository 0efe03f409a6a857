import type { ReactNode } from 'react'
import type { IconName } from '../Icon.tsx'

/** One row of a list picker (spec/1 §3 "List picker item"). Only `id` and `label` are needed; what the picker works out itself is on the items that it gives back. */
export interface PickItem {
  readonly id: string
  /** A hierarchy is separated by `>`: "Tower > Level 2 > Stair A". Groups that are no item of their own are drawn all the same, and can't be picked. */
  readonly label: string
  /** Shown instead of the label, split on newline into two lines. */
  readonly shortLabel?: string | undefined
  /** Shown instead of the label. */
  readonly markdown?: string | undefined
  /** A row to read, or to open and close, that can't be picked. */
  readonly preventListSelect?: boolean | undefined
  /** Found by these words too. */
  readonly searchTerms?: string | readonly string[] | undefined
  /** Stays on top whatever is typed. */
  readonly fixed?: boolean | undefined
  /** Typed by the person, not in the list. */
  readonly create?: boolean | undefined
  /** Stands for no choice. */
  readonly clear?: boolean | undefined
  /** Worked out from the label: does anything stand below it, how deep, is it a last one, what stands above it. */
  readonly isParent?: boolean | undefined
  readonly depth?: number | undefined
  readonly leaf?: boolean | undefined
  readonly parentLabel?: string | undefined
  readonly parents?: readonly string[] | undefined
  /** Of a person; they are found by these too. */
  readonly email_address?: string | undefined
  readonly login?: string | undefined
  readonly key?: string | undefined
  readonly uid?: string | undefined
  /** Whatever the list knows beyond; given back as it is. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined
}

export interface PickAction {
  readonly label: string
  readonly icon?: IconName | undefined
  readonly onPress: () => void | Promise<void>
}

/** What a creation form calls once its item is saved (or queued). */
export interface NewItem {
  /** Whatever is known of it: the item of the list with this id, else with this label, is the new one. */
  readonly id?: string | undefined
  readonly label?: string | undefined
}

/** What a list picker shows (spec/1 §3 "Picker config"); `callback` and `cancelCallback` are `onPick` and `onCancel` of the component. */
export interface PickConfig {
  /** "Pick a" and this; without it "Pick an Item" and the number of options. */
  readonly title?: string | undefined
  readonly items: readonly PickItem[]
  /** On top whatever is typed. */
  readonly fixedItems?: readonly PickItem[] | undefined
  /** Only shows: nothing can be picked, and OK closes it. */
  readonly informational?: boolean | undefined
  /** Ids of the items that are chosen now. */
  readonly selected?: readonly string[] | undefined
  readonly multiSelect?: boolean | undefined
  /** Offers "Create" and what was typed. */
  readonly allowCreate?: boolean | undefined
  /** Offers "(Clear Selection)". */
  readonly allowClear?: boolean | undefined
  /** Markdown above the confirm button; with it a single choice waits for that button too. */
  readonly instructions?: string | undefined
  /** A single choice waits for the confirm button. */
  readonly confirm?: boolean | undefined
  /** Gets the list again; drawn as Refresh. */
  readonly refresh?: (() => void | Promise<void>) | undefined
  readonly customAction?: PickAction | undefined
  /** Offers the contacts of the phone; what is chosen there comes as items with `create`. */
  readonly contacts?: boolean | undefined
  /** The form behind "New Site" (or what `newLabel` says): draws itself, and calls `saved` once its item is on the way. */
  readonly newForm?: ((form: { saved(item: NewItem): void; cancel(): void }) => ReactNode) | undefined
  readonly newLabel?: string | undefined
  /** The list as it is after a creation; asked up to 10 times, 1 s apart, until the new item is in it. */
  readonly reloadList?: (() => Promise<readonly PickItem[]>) | undefined
  /** Rows carry a star that puts them first; kept on this device under this name. */
  readonly favourites?: string | undefined
  /** 60 % of the window up to 500 px, or the bot catalogue's 670 px with a list of at most 40 % of the window's height. */
  readonly size?: 'picker' | 'catalogue' | undefined
  /** Still on its way: rows are drawn grey instead of "No items". */
  readonly loading?: boolean | undefined
}

/** What becomes of a choice. Nothing chosen (cleared) is []. A promise keeps the picker open until it is settled; one that rejects shows "Oops!". */
export type OnPick = (items: readonly PickItem[]) => void | Promise<void>
