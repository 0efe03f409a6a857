import type { deviceKeyHeader as declaredKeyHeader } from '../../contract/rules/deviceKeyHeader.ts'
import type { grantHeader as declaredGrantHeader } from '../../contract/endpoints/grants.ts'
import type { writeHeaders } from '../../contract/endpoints/records.ts'
import type { uploadsPath as declaredUploadsPath } from '../../contract/endpoints/uploads.ts'

// The contract's modules import their zod shapes, which are too large for the service worker. So its
// constants are repeated here; types keep them equal, and headerNames.test.ts does where types cannot.

export const headerNames: typeof writeHeaders = {
  key: 'idempotency-key',
  actor: 'x-actor',
  device: 'x-device',
  seq: 'x-seq',
  base: 'if-match',
  parent: 'x-parent-op',
  chain: 'x-chain',
  replayed: 'idempotency-replayed',
  app: 'x-app',
}

export const grantHeader: typeof declaredGrantHeader = 'x-grant'

export const deviceKeyHeader: typeof declaredKeyHeader = 'x-device-key'

export const uploadsPath: typeof declaredUploadsPath = '/api/uploads'

/** Bytes of one PATCH. */
export const uploadChunk = 256 * 1024

export const cancelAddress = (opId: string) => `/api/outbox/${opId}:cancel`
export const receiptAddress = (blobId: string) => `/api/files/${blobId}/receipt`
export const reconcileAddress = '/api/outbox:reconcile'
export const pingAddress = '/api/ping'
export const leaveAddress = '/auth/leave'
