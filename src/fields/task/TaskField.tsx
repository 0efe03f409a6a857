import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { StatusCard } from '../../ui/layout/StatusCard.tsx'
import type { FieldProps } from '../defineField.ts'
import { fieldId } from '../fieldId.ts'
import { useAction } from '../useAction.ts'
import { useTexts } from '../useField.ts'
import * as controls from '../../ui/controls/controls.module.css'

/** A task: its title, its progress, and a link to it (decision OQ-033). */
export function TaskField({ form, node, setting }: FieldProps<'task'>) {
  const { t } = useLingui()
  const run = useAction(form)
  const { action, actionLabel, color } = setting
  const templates = useMemo(() => [setting.title, setting.state ?? '', setting.description ?? '', setting.notes ?? ''], [setting])
  const [title, state, description, notes] = useTexts(form, node, templates)
  return (
    <div className={controls.field} id={`${fieldId(form, node)}-field`}>
      <StatusCard
        title={title}
        color={color}
        primary={state}
        secondary={description}
        notes={notes}
        action={typeof action === 'string' ? action : undefined}
        actionLabel={actionLabel ?? t`Open`}
        onPress={action === undefined ? undefined : () => run(action)}
      />
    </div>
  )
}
