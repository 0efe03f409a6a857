import { useLingui } from '@lingui/react/macro'
import { Suspense, useId, useRef, useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { LazyListPicker } from '../list-picker/LazyListPicker.tsx'
import { Menu } from '../overlays/Menu.tsx'
import { optionsForPicker } from '../controls/optionsForPicker.ts'
import type { RowAction } from './Table.tsx'
import * as styles from './table.module.css'

/** The actions of a row: a button for the first one, and a menu for the others. */
export function RowActions({ actions, name }: { readonly actions: readonly RowAction[]; readonly name: string }) {
  const { t } = useLingui()
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [main, ...others] = actions
  if (!main) return null
  const many = others.length >= optionsForPicker
  const close = () => {
    setOpen(false)
    more.current?.focus()
  }
  return (
    <div ref={root} className={styles.rowActions}>
      <Button size="desk" aria-label={t`${main.label}: ${name}`} kind={main.danger ? 'danger' : 'plain'} onClick={() => main.onPress()}>
        {main.label}
      </Button>
      {others.length > 0 && (
        <Button
          ref={more}
          size="desk"
          square
          icon="chevronDown"
          aria-label={t`More: ${name}`}
          title={t`More: ${name}`}
          aria-haspopup={many ? 'dialog' : 'menu'}
          aria-expanded={open}
          aria-controls={open && !many ? id : undefined}
          onClick={() => setOpen(!open)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' || open) return
            event.preventDefault()
            setOpen(true)
          }}
        />
      )}
      {open && !many && <Menu id={id} anchor={more} wide={root} label={name} items={others} onClose={() => setOpen(false)} />}
      {open && many && (
        <Suspense>
          <LazyListPicker
            config={{ items: others.map(({ key, label }) => ({ id: key, label })) }}
            onCancel={close}
            onPick={([picked]) => {
              const action = others.find(({ key }) => key === picked?.id)
              close()
              action?.onPress()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
