import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { type Position, positionIn, positionText } from '../../lib/positionIn.ts'
import { Button } from '../../ui/controls/Button.tsx'
import * as controls from '../../ui/controls/controls.module.css'
import { boundText } from '../boundText.ts'
import type { FieldProps } from '../defineField.ts'
import { ariaOf, controlOf } from '../useField.ts'
import * as styles from './position.module.css'
import { type PositionTrouble, usePosition } from './usePosition.ts'

/** Where the person is: the device fills it in when asked, or the person types it. */
export function PositionField(props: FieldProps<'position'>) {
  const { form, node, setting } = props
  const { t } = useLingui()
  const field = controlOf(props)
  const path = node.path ?? ''
  const take = useCallback((position: Position) => form.set(path, positionText(position)), [form, path])
  const { isFinding, trouble, find } = usePosition(take)
  const typed = boundText(form, node, {
    read(text, done) {
      if (text.trim() === '') return null
      const position = done ? positionIn(text) : undefined
      // Other text stays as typed: the error text reports it.
      return position ? positionText(position) : text
    },
    write: (value) => (value == null ? '' : String(value)),
  })
  return (
    <div className={styles.position}>
      <input
        {...ariaOf(field)}
        {...typed}
        className={controls.input}
        type="text"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={80}
        readOnly={field.readOnly}
        placeholder={setting.placeholder ?? '40.71234, -74.00512'}
      />
      {field.readOnly ? null : (
        <Button icon="globe" busy={isFinding} onClick={find}>
          {isFinding ? t`Finding where you are…` : t`Use my position`}
        </Button>
      )}
      <p className={controls.hint} role="status">
        {trouble && !isFinding ? <Trouble trouble={trouble} /> : null}
      </p>
    </div>
  )
}

function Trouble({ trouble }: { readonly trouble: PositionTrouble }) {
  const { t } = useLingui()
  const words: Readonly<Record<PositionTrouble, string>> = {
    denied: t`The position is not allowed. Allow it for this site in the settings of your browser, or type it.`,
    none: t`The device does not know where it is. Go outside or closer to a window and try again, or type it.`,
    insecure: t`The position needs an address that begins with https. Type it instead.`,
  }
  return words[trouble]
}
