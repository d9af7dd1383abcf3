export function alone<T>(work: () => Promise<T>): Promise<T>
