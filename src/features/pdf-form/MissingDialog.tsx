import { useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import type { FormField } from './formFields.ts'
import * as styles from './pdfForm.module.css'

interface MissingDialogProps {
  readonly fields: readonly FormField[]
  onGo(field: FormField): void
  onClose(): void
}

/** The missing fields at Submit (spec/1 §5); each links to its place. */
export function MissingDialog({ fields, onGo, onClose }: MissingDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      role="alertdialog"
      kind="generic"
      fullBelow={0}
      title={t`The following fields are missing values:`}
      onClose={onClose}
      actions={
        <Button kind="primary" data-autofocus onClick={onClose}>
          {t`OK`}
        </Button>
      }
    >
      <ul className={styles.missing}>
        {fields.map((field) => (
          <li key={field.name}>
            <Button full kind="quiet" onClick={() => onGo(field)}>
              {field.label}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
