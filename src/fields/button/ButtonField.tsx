import { useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { ConfirmButton } from '../../ui/controls/ConfirmButton.tsx'
import type { FieldProps } from '../defineField.ts'
import { useAction } from '../useAction.ts'
import * as controls from '../../ui/controls/controls.module.css'

/**
 * Runs an action. While it runs, the button is disabled and shows progress; with `confirm` the first press
 * only asks. The error of a background action is shown below it.
 */
export function ButtonField({ form, setting, readOnly }: FieldProps<'button'>) {
  const [trouble, setTrouble] = useState<string>()
  const runAction = useAction(form, (error) => setTrouble(error?.message))
  const run = () => runAction(setting.action)
  const kind = setting.primary ? 'primary' : 'plain'
  return (
    <>
      {setting.confirm ? (
        <ConfirmButton label={setting.label} onConfirm={run} kind={kind} disabled={readOnly} full />
      ) : (
        <Button onClick={run} kind={kind} disabled={readOnly} full>
          {setting.label}
        </Button>
      )}
      {trouble !== undefined && (
        <p className={controls.error} role="alert">
          {trouble}
        </p>
      )}
    </>
  )
}
