/** localStorage: what this browser remembers. A browser that forbids it, or is full, forgets; nothing breaks. */

export function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function write(name: string, value: string): boolean {
  try {
    localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}

export function erase(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // then it is not there to begin with
  }
}
