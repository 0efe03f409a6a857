import { expect, it } from 'vitest'
import { addressOf } from '../../contract/endpoint.ts'
import { leaveDevice } from '../../contract/grants.ts'
import { cancelOp, reconcileOutbox, writeHeaders } from '../../contract/records.ts'
import { ping } from '../../contract/sign-in.ts'
import { getUploadReceipt, uploadChunk as declaredChunk, uploadsPath as declaredPath } from '../../contract/uploads.ts'
import {
  cancelAddress,
  headerNames,
  leaveAddress,
  pingAddress,
  receiptAddress,
  reconcileAddress,
  uploadChunk,
  uploadsPath,
} from './headers.ts'

it('what the service worker repeats of the contract is what the contract says', () => {
  const id = 'AbCdEfGhIjKlMnOpQrSt'
  expect(headerNames).toEqual(writeHeaders)
  expect([uploadsPath, uploadChunk]).toEqual([declaredPath, declaredChunk])
  expect(cancelAddress(id)).toBe(addressOf(cancelOp, { opId: id }))
  expect(receiptAddress(id)).toBe(addressOf(getUploadReceipt, { id }))
  expect([reconcileAddress, pingAddress, leaveAddress]).toEqual([reconcileOutbox.path, ping.path, leaveDevice.path])
})
