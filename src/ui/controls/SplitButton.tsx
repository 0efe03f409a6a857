import { chakra } from '../chakra.ts'
import { useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { ConfirmButton } from './ConfirmButton.tsx'
import { confirmDialog } from '../overlays/confirmDialog.tsx'
import { LazyListPicker } from '../list-picker/LazyListPicker.tsx'
import { Menu } from '../overlays/Menu.tsx'
import { optionsForPicker } from './optionsForPicker.ts'

export interface SplitOption {
  readonly key: string
  readonly label: string
  /** Asks for a confirmation first. */
  readonly confirm?: boolean | undefined
  readonly onPress: () => unknown
}

const mainPart = ':not([aria-haspopup], [role=menu], dialog)'

const Root = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'stretch',
    gap: '2px',
    width: 'full',
    [`& > ${mainPart}`]: { flex: '1', minWidth: '0' },
    [`& > ${mainPart}, & > ${mainPart} > button`]: { borderStartEndRadius: '0', borderEndEndRadius: '0' },
    '& > [aria-haspopup]': { flex: 'none', borderStartStartRadius: '0', borderEndStartRadius: '0' },
  },
})

interface SplitButtonProps {
  readonly label: string
  readonly onPress: () => unknown
  /** The main part asks for a confirmation first. */
  readonly confirm?: boolean | undefined
  readonly options: readonly SplitOption[]
  readonly kind?: 'primary' | 'plain' | undefined
  readonly disabled?: boolean | undefined
}

/** True while a tracked promise is pending. */
function useBusy(): { busy: boolean; track: (result: unknown) => Promise<unknown> | undefined } {
  const [busy, setBusy] = useState(false)
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])
  const track = (result: unknown) => {
    if (!(result instanceof Promise)) return undefined
    setBusy(true)
    return result.finally(() => {
      if (alive.current) setBusy(false)
    })
  }
  return { busy, track }
}

/**
 * A main action with a menu of further ones. While one of them runs, both parts are disabled and the main one
 * shows the progress.
 */
export function SplitButton({ label: main, onPress, confirm, options, kind = 'plain', disabled }: SplitButtonProps) {
  const { t } = useLingui()
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const { busy, track } = useBusy()
  const press = () => track(onPress())
  const close = () => {
    setOpen(false)
    more.current?.focus()
  }
  const many = options.length >= optionsForPicker
  const off = disabled === true || busy
  return (
    <Root ref={root}>
      {confirm ? (
        <ConfirmButton label={main} onConfirm={press} kind={kind} disabled={off} busy={busy} full />
      ) : (
        <Button onClick={press} kind={kind} disabled={off} busy={busy} full>
          {main}
        </Button>
      )}
      <Button
        kind={kind}
        square
        icon="chevronDown"
        disabled={off}
        aria-label={t`More: ${main}`}
        title={t`More: ${main}`}
        aria-haspopup={many ? 'dialog' : 'menu'}
        aria-expanded={open}
        aria-controls={open && !many ? id : undefined}
        ref={more}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || open) return
          event.preventDefault()
          setOpen(true)
        }}
      />
      {open && !many && (
        <Menu
          id={id}
          anchor={more}
          wide={root}
          label={main}
          items={options.map((option) => ({ ...option, onPress: () => track(option.onPress()) }))}
          onClose={() => setOpen(false)}
        />
      )}
      {open && many && (
        <Suspense>
          <LazyListPicker
            config={{ items: options.map((option) => ({ id: option.key, label: option.label })) }}
            onCancel={close}
            onPick={async ([picked]) => {
              const option = options.find(({ key }) => key === picked?.id)
              close()
              if (!option || (option.confirm && !(await confirmDialog({ text: t`${option.label}?`, ok: t`Confirm ${option.label}` }))))
                return
              await track(option.onPress())
            }}
          />
        </Suspense>
      )}
    </Root>
  )
}
