import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { NodeSetting } from '../../../../contract/forms/fieldShapes.ts'
import type { Raw } from '../../../../contract/forms/isRaw.ts'
import { scopeOf } from '../../../../contract/forms/template.ts'
import { createForm } from '../../../engine/form.ts'
import type { PageHost } from '../../../engine/PageHost.ts'
import { FieldTypes } from '../../../fields/FieldTypes.tsx'
import { FormBody } from '../../../fields/FormBody.tsx'
import { type FormHost, FormHostContext } from '../../../fields/useFormHost.ts'
import { rulesOf } from '../../../fields/index.ts'
import { useOwner } from '../../../store/identity/useOwner.ts'
import { ErrorBoundary } from '../../../ui/feedback/ErrorBoundary.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { trialPerson } from '../LiveForm.tsx'
import { trialLookups } from '../trialLookups.ts'
import * as styles from './guide.module.css'

const nothing = () => Promise.resolve()
const page: PageHost = {
  embedded: true,
  busy: () => () => undefined,
  finish: () => undefined,
  fail: () => undefined,
  reload: () => undefined,
  dirty: () => undefined,
  run: nothing,
  navigate: () => undefined,
}

/** A part of a form that can be tried. Nothing is stored or sent. */
export function LivePart({ node }: { readonly node: Raw }) {
  const owner = useOwner()
  const form = useMemo(() => {
    const { visible: _, ...shown } = node
    return createForm({
      settings: { name: 'guide', children: [shown as unknown as NodeSetting] },
      model: {},
      lookups: trialLookups,
      rules: rulesOf,
      requiredMessage: (label) => t`${label} Required`,
      scope: scopeOf(trialPerson),
    })
  }, [node])
  const host = useMemo<FormHost>(
    () => ({
      page,
      owner,
      recordPath: 'playground/guide',
      initHash: 'guide',
      draftId: 'guide',
      save: nothing,
      cancel: nothing,
      compact: false,
    }),
    [owner],
  )
  return (
    <div className={styles.live}>
      <ErrorBoundary
        resetKey={node}
        fallback={() => (
          <Notice level="error">
            <Trans>This could not be drawn.</Trans>
          </Notice>
        )}
      >
        <FieldTypes>
          <FormHostContext value={host}>
            <FormBody form={form} />
          </FormHostContext>
        </FieldTypes>
      </ErrorBoundary>
    </div>
  )
}
