import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import * as controls from '../../ui/controls/controls.module.css'
import { boundText } from '../boundText.ts'
import type { FieldProps } from '../defineField.ts'
import { ariaOf, controlOf } from '../useField.ts'
import * as styles from './scan.module.css'
import { ScanDialog } from './ScanDialog.tsx'

/** A text that the camera can fill in. */
export function ScanField(props: FieldProps<'scan'>) {
  const { form, node, setting } = props
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const field = controlOf(props)
  const typed = boundText(form, node, {
    read(text, done) {
      if (text.trim() === '') return null
      return done ? text.trim() : text
    },
    write: (value) => (value == null ? '' : String(value)),
  })
  const take = (code: string) => {
    form.set(node.path ?? '', code.trim() || null)
    setIsOpen(false)
  }
  return (
    <div className={styles.scan}>
      <input
        {...ariaOf(field)}
        {...typed}
        className={controls.input}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="done"
        readOnly={field.readOnly}
        placeholder={setting.placeholder}
        maxLength={setting.maxLength}
      />
      {field.readOnly ? null : (
        <Button icon="camera" aria-label={t`Scan ${field.label}`} onClick={() => setIsOpen(true)}>
          {t`Scan`}
        </Button>
      )}
      <ScanDialog title={field.label} open={isOpen} onCode={take} onClose={() => setIsOpen(false)} />
    </div>
  )
}
