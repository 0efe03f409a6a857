import { Refused } from '../../../contract/Refused.ts'

export const notFound = () => new Refused(404, 'NOT_FOUND', 'This page does not exist.')
export const notAuthorized = () => new Refused(401, 'NOT_AUTHORIZED', 'Not Authorized')
export const forbidden = () => new Refused(403, 'FORBIDDEN', 'You do not have access to this.')
