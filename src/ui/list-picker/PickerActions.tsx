import { useLingui } from '@lingui/react/macro'
import { Button } from '../controls/Button.tsx'
import type { PickConfig } from './pickItem.ts'
import type { Picking } from './usePicking.ts'

/** The buttons below a picker: a custom action, the phone's contacts, a new item, and cancel. */
export function PickerActions({
  config,
  picking,
  onCancel,
}: {
  readonly config: PickConfig
  readonly picking: Picking
  readonly onCancel: () => void
}) {
  const { t } = useLingui()
  const { customAction, contacts, newForm, newLabel, informational } = config
  const idle = !picking.busy && !picking.waiting
  return (
    <>
      {customAction ? (
        <Button icon={customAction.icon} disabled={!idle} onClick={() => customAction.onPress()}>
          {customAction.label}
        </Button>
      ) : null}
      {contacts && !informational ? (
        <Button icon="people" disabled={!idle} onClick={() => picking.fromContacts()}>
          {t`From Contacts`}
        </Button>
      ) : null}
      {newForm ? (
        <Button icon="plus" disabled={!idle} onClick={picking.openForm}>
          {newLabel ?? t`New Site`}
        </Button>
      ) : null}
      <Button kind={informational ? 'primary' : 'plain'} onClick={onCancel}>
        {informational ? t`OK` : t`Cancel`}
      </Button>
    </>
  )
}
