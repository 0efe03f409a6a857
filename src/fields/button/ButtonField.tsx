import { Button } from '../../ui/Button.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import type { FieldProps } from '../defineField.ts'
import { useFormHost } from '../host.ts'
import { formAction } from './rules.ts'

/** Runs an action; while it runs the button is disabled and shows its progress, with `confirm` the first press only asks. */
export function ButtonField({ form, setting, readOnly }: FieldProps<'button'>) {
  const host = useFormHost()
  const { action, label } = setting
  const run = async () => {
    const own = formAction(action)
    if (own === 'cancel') await host.cancel(typeof action === 'object' ? action.prompt : undefined)
    else if (own === 'save' && typeof action === 'object') {
      const { returnUrl, returnUrlDelay, returnMessage } = action
      await host.save({ type: 'save', returnUrl, returnUrlDelay, returnMessage })
    } else await host.page.run(action, { model: form.model(), path: host.recordPath })
  }
  const kind = setting.primary ? 'primary' : 'plain'
  return setting.confirm ? (
    <ConfirmButton label={label} onConfirm={run} kind={kind} disabled={readOnly} full />
  ) : (
    <Button onClick={run} kind={kind} disabled={readOnly} full>
      {label}
    </Button>
  )
}
