import { createContext, useContext } from 'react'

/** Begins the log-out, which keeps what is not sent (Layout). */
const Leave = createContext<() => void>(() => undefined)

export const LeaveProvider = Leave.Provider
export const useLeave = () => useContext(Leave)
