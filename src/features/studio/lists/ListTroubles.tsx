import { Trans } from '@lingui/react/macro'
import { listForms } from '../../../../contract/endpoints/forms.ts'
import { useCached } from '../../../store/queries/cached.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'

/** Files of lists that could not be read, with the line and what to do; of one project, or of all. */
export function ListTroubles({ team }: { readonly team?: string | undefined }) {
  const teams = useCached(listForms).data?.teams ?? []
  const troubles = teams.filter(({ id }) => team === undefined || id === team).flatMap(({ listTroubles = [] }) => listTroubles)
  return troubles.map(({ file, findings }) => (
    <Notice key={file} level="error">
      <strong>
        <Trans>{file} has problems. Forms still use the list as it was.</Trans>
      </strong>
      <ul>
        {findings.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            <Trans>
              Line {line}: {message}
            </Trans>
          </li>
        ))}
      </ul>
    </Notice>
  ))
}
