import { type KeyboardEvent, Suspense, useState } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { TextField } from '../controls/TextField.tsx'
import { LazyListPicker } from './LazyListPicker.tsx'
import type { OnPick, PickConfig } from './pickItem.ts'

interface PickButtonProps {
  /** Id and ARIA attributes of the surrounding field. */
  readonly control: {
    readonly id: string
    /** Used if the label is a caption and not a `<label for>`. */
    readonly 'aria-labelledby'?: string | undefined
    readonly 'aria-required'?: boolean | undefined
    readonly 'aria-describedby'?: string | undefined
  }
  /** The current choice, as people read it. */
  readonly text: string
  readonly placeholder: string
  readonly readOnly: boolean
  /** Called only while the picker is open. */
  readonly config: () => PickConfig
  readonly onPick: OnPick
  readonly onOpen?: (() => void) | undefined
  /** Called after the picker was left without a choice. */
  readonly onCancel?: (() => void) | undefined
}

/** The action of a picker closes it first: it may open another dialog. */
function closing({ customAction, ...config }: PickConfig, close: () => void): PickConfig {
  if (!customAction) return config
  const onPress = () => {
    close()
    return customAction.onPress()
  }
  return { ...config, customAction: { ...customAction, onPress } }
}

/**
 * A control that shows the current choice and opens the list picker. It is a read-only text box, so that
 * labels, error texts and browsers treat it as a field.
 */
export function PickButton({ control, text, placeholder, readOnly, config, onPick, onOpen, onCancel }: PickButtonProps) {
  const [open, setOpen] = useState(false)
  const show = () => {
    onOpen?.()
    setOpen(true)
  }
  const key = (event: KeyboardEvent) => {
    const opens = event.key === 'Enter' || event.key === ' ' || event.key === 'ArrowDown'
    const types = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!opens && !types) return
    event.preventDefault()
    show()
  }
  return (
    <>
      <TextField
        {...control}
        type="text"
        readOnly
        value={text}
        title={text || undefined}
        placeholder={readOnly ? '–' : placeholder}
        affixEnd={readOnly ? undefined : <Icon name="chevronDown" size={18} />}
        {...(readOnly
          ? {}
          : {
              'data-picker': '',
              role: 'combobox',
              'aria-haspopup': 'dialog' as const,
              'aria-expanded': open,
              inputMode: 'none' as const,
              style: { cursor: 'pointer' },
              onClick: show,
              onKeyDown: key,
            })}
      />
      {open ? (
        <Suspense>
          <LazyListPicker
            config={closing(config(), () => setOpen(false))}
            onPick={(items) => {
              const leaving = onPick(items)
              if (leaving instanceof Promise) return leaving.then(() => setOpen(false))
              setOpen(false)
            }}
            onCancel={() => {
              setOpen(false)
              onCancel?.()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
