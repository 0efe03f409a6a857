/**
 * Processor seconds that this process, and so the server in it, spends while `work` runs. Other work of the machine does not count, so that a
 * bound tells a server that hangs from a busy machine.
 */
export async function cpuOf<Result>(work: () => Promise<Result>): Promise<{ readonly result: Result; readonly seconds: number }> {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return { result, seconds: (user + system) / 1e6 }
}

/** What a request may take at most that does work in proportion to its size. With the square of it the requests of these tests take minutes. */
export const hangSeconds = 15
