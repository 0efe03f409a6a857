import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldGroup } from '../../../ui/controls/FieldGroup.tsx'
import { ToolButton } from '../ToolButton.tsx'
import { PairList } from './PairsSetting.tsx'
import { PropertyList } from './PropertyList.tsx'
import { isJson, itemsIn, objectIn } from './settingKind.ts'
import type { ControlProps } from './SettingProps.ts'
import { startOf } from './startOf.ts'
import * as styles from '../studio.module.css'

/** What an entry is called in its heading: its first text. */
function titleOf(item: unknown): string | undefined {
  if (!isJson(item)) return undefined
  const texts = ['label', 'title', 'name', 'message', 'link', 'attribute'].map((key) => item[key])
  return texts.find((text): text is string => typeof text === 'string' && text !== '')
}

/** An entry stays open while its first text is typed. */
function Entry({ title, startsOpen, children }: { readonly title: string; readonly startsOpen: boolean; readonly children: ReactNode }) {
  const [open, setOpen] = useState(startsOpen)
  return (
    <details className={styles.inner} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}

let lastKey = 0
const newKey = (): number => (lastKey += 1)

/** Keys of the entries, which follow them when they move, so that an entry stays open and keeps what is being typed. */
function useKeys(count: number) {
  const [keys, setKeys] = useState<readonly number[]>([])
  if (keys.length === count) return { keys, setKeys }
  // The list was changed elsewhere, for example by an undo.
  const next = [...keys.slice(0, count), ...Array.from({ length: Math.max(0, count - keys.length) }, newKey)]
  setKeys(next)
  return { keys: next, setKeys }
}

/** A list of entries, each with its own settings. A single value is shown as a list of one. */
export function ItemsSetting({ name, label, help, problem, required, schema, value, onChange }: ControlProps) {
  const { t } = useLingui()
  const single = value !== undefined && !Array.isArray(value)
  const held: readonly unknown[] = Array.isArray(value) ? value : []
  const items = single ? [value] : held
  const entry = itemsIn(schema)
  const object = objectIn(entry)
  const write = (next: readonly unknown[]) => {
    if (next.length === 0) onChange(required ? [] : undefined)
    else onChange(single && next.length === 1 ? next[0] : next)
  }
  const { keys, setKeys } = useKeys(items.length)
  const moved = <T,>(list: readonly T[], index: number, to: number) => list.toSpliced(index, 1).toSpliced(to, 0, list[index] as T)
  const move = (index: number, to: number) => {
    setKeys(moved(keys, index, to))
    write(moved(items, index, to))
  }
  const remove = (index: number) => {
    setKeys(keys.toSpliced(index, 1))
    write(items.toSpliced(index, 1))
  }
  return (
    <FieldGroup label={label} hint={help} error={problem}>
      {items.map((item, index) => {
        const title = titleOf(item) ?? t`Entry ${index + 1}`
        return (
          <Entry key={keys[index]} title={title} startsOpen={items.length === 1 || titleOf(item) === undefined}>
            <div className={styles.innerList}>
              <div className={styles.tools}>
                <ToolButton sign="up" label={t`Move ${title} up`} disabled={index === 0} onClick={() => move(index, index - 1)} />
                <ToolButton
                  sign="down"
                  label={t`Move ${title} down`}
                  disabled={index === items.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                <ToolButton sign="remove" label={t`Remove ${title}`} onClick={() => remove(index)} />
              </div>
              {object ? (
                <PropertyList owner={name} schema={object} value={item} onChange={(next) => write(items.with(index, next))} />
              ) : (
                <PairList label={title} value={item} onChange={(next) => write(items.with(index, next ?? {}))} />
              )}
            </div>
          </Entry>
        )
      })}
      <div>
        <Button size="desk" icon="plus" onClick={() => write([...items, object ? startOf(object) : {}])}>{t`Add an entry`}</Button>
      </div>
    </FieldGroup>
  )
}
