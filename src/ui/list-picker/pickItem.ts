import type { ReactNode } from 'react'
import type { IconName } from '../controls/Icon.tsx'

/**
 * One row of a list picker (spec/1 §3 "List picker item"). Only `id` and `label` are required. The picker
 * adds the values that it computes to the items it returns.
 */
export interface PickItem {
  readonly id: string
  /**
   * Levels of a hierarchy are separated by `>`: "Tower > Level 2 > Stair A". Groups without an item of their
   * own are also drawn, but can't be picked.
   */
  readonly label: string
  /** Shown instead of the label; a newline splits it into two lines. */
  readonly shortLabel?: string | undefined
  /** Shown instead of the label. */
  readonly markdown?: string | undefined
  /** The row can be read, opened and closed, but not picked. */
  readonly preventListSelect?: boolean | undefined
  /** Extra words that the search also matches. */
  readonly searchTerms?: string | readonly string[] | undefined
  /** Stays at the top for every search text. */
  readonly fixed?: boolean | undefined
  /** The person typed it; it is not in the list. */
  readonly create?: boolean | undefined
  /** The row that clears the choice. */
  readonly clear?: boolean | undefined
  /** Computed from the label: whether it has children, its depth, whether it is a leaf, and its parents. */
  readonly isParent?: boolean | undefined
  readonly depth?: number | undefined
  readonly leaf?: boolean | undefined
  readonly parentLabel?: string | undefined
  readonly parents?: readonly string[] | undefined
  /** Only for a person; the search also matches these. */
  readonly email_address?: string | undefined
  readonly login?: string | undefined
  readonly key?: string | undefined
  readonly uid?: string | undefined
  /** Other data of the list; returned unchanged. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined
}

export interface PickAction {
  readonly label: string
  readonly icon?: IconName | undefined
  readonly onPress: () => void | Promise<void>
}

/** Passed to `saved` by a creation form once its item is saved (or queued). */
export interface NewItem {
  /** Known fields of the new item. The picker finds it in the list by this id, otherwise by this label. */
  readonly id?: string | undefined
  readonly label?: string | undefined
}

/**
 * Configuration of a list picker (spec/1 §3 "Picker config"); its `callback` and `cancelCallback` are
 * `onPick` and `onCancel` of the component.
 */
export interface PickConfig {
  /** "Pick a" plus this title; without it "Pick an Item" and the number of options. */
  readonly title?: string | undefined
  readonly items: readonly PickItem[]
  /** The title also says how many options there are. */
  readonly counted?: boolean | undefined
  /** Items at the top for every search text. */
  readonly fixedItems?: readonly PickItem[] | undefined
  /** Read-only: no item can be picked, and OK closes it. */
  readonly informational?: boolean | undefined
  /** Ids of the items that are selected now. */
  readonly selected?: readonly string[] | undefined
  readonly multiSelect?: boolean | undefined
  /** Offers "Create" with the typed text. */
  readonly allowCreate?: boolean | undefined
  /** Offers "(Clear Selection)". */
  readonly allowClear?: boolean | undefined
  /** Markdown above the confirm button; with it a single choice also waits for that button. */
  readonly instructions?: string | undefined
  /** A single choice waits for the confirm button. */
  readonly confirm?: boolean | undefined
  /** Reloads the list; drawn as Refresh. */
  readonly refresh?: (() => void | Promise<void>) | undefined
  readonly customAction?: PickAction | undefined
  /** Offers the contacts of the phone; a chosen contact is returned as an item with `create`. */
  readonly contacts?: boolean | undefined
  /**
   * The form behind "New Site" (or the text of `newLabel`). It renders itself and calls `saved` once its item
   * is saved or queued.
   */
  readonly newForm?: ((form: { saved(item: NewItem): void; cancel(): void }) => ReactNode) | undefined
  readonly newLabel?: string | undefined
  /** Returns the list after a creation; called up to 10 times, 1 s apart, until the new item is in it. */
  readonly reloadList?: (() => Promise<readonly PickItem[]>) | undefined
  /** Rows have a star that moves them to the top; the stars are stored on this device under this name. */
  readonly favourites?: string | undefined
  /**
   * picker: 60 % of the window up to 500 px. catalogue: 670 px for the bot catalogue, with a list of at most
   * 40 % of the window's height.
   */
  readonly size?: 'picker' | 'catalogue' | undefined
  /** The list is still loading: rows are drawn grey instead of "No items". */
  readonly loading?: boolean | undefined
}

/**
 * Handles a choice. A cleared choice is []. While a returned promise is pending the picker stays open; if it
 * rejects, the picker shows "Oops!".
 */
export type OnPick = (items: readonly PickItem[]) => void | Promise<void>
