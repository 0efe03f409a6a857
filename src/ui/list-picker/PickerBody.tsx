import { Trans, useLingui } from '@lingui/react/macro'
import { Notice } from '../feedback/Notice.tsx'
import { Spinner } from '../feedback/Spinner.tsx'
import { ConfirmCard } from './ConfirmCard.tsx'
import { PickerList } from './PickerList.tsx'
import type { PickConfig } from './pickItem.ts'
import type { Picking } from './usePicking.ts'
import * as styles from './listPicker.module.css'

/**
 * The content of a picker without its frame: search, list, errors, and a choice that needs a confirmation.
 */
export function PickerBody({
  config,
  picking,
  height,
}: {
  readonly config: PickConfig
  readonly picking: Picking
  readonly height: 'fill' | 'fit'
}) {
  const { t } = useLingui()
  const { error, waiting, confirms, creating } = picking
  return (
    <div className={styles.body} data-height={height}>
      {error === undefined ? null : (
        <Notice level="error">
          <strong>
            <Trans>Oops!</Trans>
          </strong>
          {error ? <p>{error}</p> : <p>{t`That did not work. Try again.`}</p>}
        </Notice>
      )}
      {waiting ? (
        <div className={styles.waiting} role="status">
          <Spinner />
          {t`Saved. Waiting for the list to show it…`}
        </div>
      ) : null}
      <PickerList config={config} picking={picking} height={height} />
      {confirms ? <ConfirmCard config={config} picking={picking} /> : null}
      {creating ? config.newForm?.({ saved: picking.saved, cancel: picking.closeForm }) : null}
    </div>
  )
}
