import { useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type ListImport, readList } from '../../../contract/endpoints/lists/projectLists.ts'
import { isProjectList, type ProjectListName } from '../../../contract/reference/projectLists.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Answered } from '../../tables/Answered.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { FileStep, type ReadFile } from './FileStep.tsx'
import { ImportResult } from './ImportResult.tsx'
import { ImportProgressBar } from './ImportProgressBar.tsx'
import { useImport } from './useImport.ts'
import { useListWords } from './useListWords.ts'
import * as styles from './lists.module.css'

/** `/teams/{id}/lists/{list}/import`: a file becomes entries of a list. */
export function ImportScreen() {
  const { id, list } = useParams({ from: '/console/teams/$id/lists/$list/import' })
  return <OneImport key={`${id} ${list}`} team={id} list={isProjectList(list) ? list : 'people'} />
}

function OneImport({ team, list }: { readonly team: string; readonly list: ProjectListName }) {
  const { t } = useLingui()
  const { titles } = useListWords()
  const cached = useCached(readList, { id: team, list })
  return (
    <Page width="desk" title={t`Import: ${titles[list]}`} lead={cached.data?.project}>
      <Answered cached={cached}>
        {({ mayEdit }) =>
          mayEdit ? (
            <Steps team={team} list={list} refresh={cached.refresh} />
          ) : (
            <Notice>{t`Only people who manage the project can import. Ask one of them.`}</Notice>
          )
        }
      </Answered>
    </Page>
  )
}

/** Returns whether the last file was checked and waits for its import. */
const waits = (last: ListImport | null | undefined) => last?.state === 'checking' && last.arrived === last.total

function Steps({ team, list, refresh }: { readonly team: string; readonly list: ProjectListName; readonly refresh: () => Promise<void> }) {
  const { t } = useLingui()
  const { last, progress, refusal, check, apply, undo } = useImport(team, list, refresh)
  const [file, setFile] = useState<ReadFile>()
  const isOpen = last?.state === 'applying' || last?.state === 'undoing'
  return (
    <div className={styles.column}>
      {refusal !== undefined && <Notice level="error">{refusal}</Notice>}
      {progress && <ImportProgressBar progress={progress} />}
      {!progress && file && (
        <ColumnsStep
          list={list}
          file={file}
          onBack={() => setFile(undefined)}
          onCheck={async (rows) => {
            await check(file.name, rows)
            setFile(undefined)
          }}
        />
      )}
      {!progress && !file && last && <ImportResult last={last} onApply={() => apply(last.id)} onUndo={() => undo(last.id)} />}
      {!progress && !file && !isOpen && <FileStep another={waits(last)} onRead={setFile} />}
      <div className={styles.bar}>
        <LinkButton href={`/teams/${team}/lists/${list}`}>{t`Back to the list`}</LinkButton>
      </div>
    </div>
  )
}
