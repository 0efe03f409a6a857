import * as z from 'zod/mini'
import type { SettingsDefinition } from './options/defineSettings.ts'
import { Flag, nodeBase } from './fieldBase.ts'
import { fieldSettings } from './fieldSettings.ts'

/** An interface, because a type alias cannot refer to itself through `typeof fieldSettings`. */
export interface NodeList extends Array<NodeSetting> {}
const childNodes: z.ZodMiniType<NodeList> = z.lazy(() => z.array(Node))

type Definitions = (typeof fieldSettings)[number]
type ShapeOf<D extends Definitions> = D['shape'] extends (childNodes: never) => infer S ? S : D['shape']

export type FieldType = Definitions['type']
type Settings = { [D in Definitions as D['type']]: z.output<ShapeOf<D>> }
export type FieldSetting<T extends FieldType = FieldType> = Settings[T]

/** The definition of each type, by its name. */
const byType: ReadonlyMap<unknown, SettingsDefinition> = new Map(
  fieldSettings.map((definition: SettingsDefinition) => [definition.type, definition]),
)

/** What the server and the studio know of a type; undefined for a group and for an unknown type. */
export const settingsOf = (type: unknown): SettingsDefinition | undefined => byType.get(type)

export const fieldTypeNames = fieldSettings.map(({ type }) => type) as readonly FieldType[]

/** The options of each type. */
export const fieldShapes = Object.fromEntries(
  fieldSettings.map(({ type, shape }) => [type, typeof shape === 'function' ? shape(childNodes) : shape]),
) as unknown as Readonly<Record<FieldType, z.ZodMiniType>>

/** A group of the tree (spec/1 §2.4). */
export interface GroupSetting {
  type: 'group'
  visible?: boolean | string | undefined
  beta?: boolean | undefined
  label?: string | undefined
  /** page: at the top level, the form shows one such group at a time. */
  style?: 'plain' | 'borderless' | 'fixed' | 'panel' | 'expandable' | 'columns' | 'header' | 'page' | undefined
  /** columns: the number of columns when there is space (default 2). */
  columns?: number | undefined
  /** expandable: initially open, open when the content changed since last seen, or closed (default). */
  expanded?: 'open' | 'changed' | 'closed' | undefined
  /** expandable: store the open state per path on the device. */
  remember?: boolean | undefined
  /** expandable: only one group of the same name is open at a time. */
  accordion?: string | undefined
  /** Shows a date picker that reloads the page with date=yyyy-MM-dd. */
  datePicker?: boolean | undefined
  readOnly?: boolean | string | undefined
  children: NodeList
}

export const groupShape: z.ZodMiniType<GroupSetting> = z.strictObject({
  type: z.literal('group'),
  ...nodeBase,
  label: z.optional(z.string()),
  style: z.optional(z.enum(['plain', 'borderless', 'fixed', 'panel', 'expandable', 'columns', 'header', 'page'])),
  columns: z.optional(z.int().check(z.gte(1), z.lte(4))),
  expanded: z.optional(z.enum(['open', 'changed', 'closed'])),
  remember: z.optional(z.boolean()),
  accordion: z.optional(z.string()),
  datePicker: z.optional(z.boolean()),
  readOnly: z.optional(Flag),
  children: childNodes,
})

/**
 * Controls side by side that stack below 720 px (spec/1 §2.4): parsed as a group of columns, one per control
 * up to 4.
 */
export const controlGroupShape = z.pipe(
  z.strictObject({
    type: z.literal('control-group'),
    ...nodeBase,
    label: z.optional(z.string()),
    columns: z.optional(z.int().check(z.gte(1), z.lte(4))),
    readOnly: z.optional(Flag),
    children: childNodes,
  }),
  z.transform(
    ({ type: _, columns, ...rest }): GroupSetting => ({
      type: 'group',
      style: 'columns',
      columns: columns ?? Math.min(4, Math.max(1, rest.children.length)),
      ...rest,
    }),
  ),
)

export type NodeSetting = GroupSetting | FieldSetting

/** A group, a field or an action of the settings tree. */
export const Node: z.ZodMiniType<NodeSetting> = z.lazy(() =>
  z.discriminatedUnion('type', [groupShape, ...Object.values(fieldShapes), controlGroupShape] as never),
)
