/** Whether the server is out of reach, as far as this page knows: the browser says so, or a request has failed. */

let failed = $state(false);
let offline = $state(globalThis.navigator?.onLine === false);

globalThis.addEventListener?.("offline", () => (offline = true));
globalThis.addEventListener?.("online", () => {
  offline = false;
  failed = false;
});

export const network = {
  get away(): boolean {
    return offline || failed;
  },
  /** A request was answered, or was not. */
  heard(answered: boolean): void {
    failed = !answered;
  },
};
