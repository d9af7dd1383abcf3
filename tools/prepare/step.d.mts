export function step(
  title: string,
  command: readonly string[],
  options?: { env?: NodeJS.ProcessEnv },
): Promise<void>
