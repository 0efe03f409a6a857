import { useEffect } from 'react'
import { syncUser } from '../../../contract/endpoints/sign-in.ts'
import { ask } from '../../sync/ask.ts'

/**
 * Asks the server to update its data of the person when the console opens, and of each project that they select
 * (decision OQ-182). In the background; a failure is ignored, the next opening asks again.
 */
export function useSyncOnOpen(uid: string | undefined, project: string | undefined): void {
  useEffect(() => {
    if (uid !== undefined) void ask(syncUser, { uid }, [{ type: 'core' }]).catch(() => undefined)
  }, [uid])
  useEffect(() => {
    if (uid !== undefined && project !== undefined) void ask(syncUser, { uid }, [{ type: 'projectLists', project }]).catch(() => undefined)
  }, [uid, project])
}
