"""What is done before a picture is taken."""

from typing import Any

from playwright.sync_api import Page, expect

from scripts.gallery.studio import Step, Studio


def press(name: str, role: Any = "button") -> Step:
    def step(_: Studio, page: Page) -> None:
        page.get_by_role(role, name=name).first.click()

    return step


def touch(selector: str) -> Step:
    def step(_: Studio, page: Page) -> None:
        page.locator(selector).first.click()

    return step


def see(selector: str, seconds: float = 60) -> Step:
    def step(_: Studio, page: Page) -> None:
        expect(page.locator(selector).first).to_be_visible(timeout=seconds * 1000)

    return step


def write(selector: str, text: str) -> Step:
    def step(_: Studio, page: Page) -> None:
        page.locator(selector).first.fill(text)

    return step


def choose(label: str, value: str) -> Step:
    """One of a group."""

    def step(_: Studio, page: Page) -> None:
        page.get_by_label(label).get_by_label(value).check()

    return step


def scroll(selector: str) -> Step:
    """Bring something to the top of what it is in."""

    def step(_: Studio, page: Page) -> None:
        page.locator(selector).first.evaluate(
            "(part) => part.scrollIntoView({ block: 'start', behavior: 'instant' })"
        )

    return step


def dialog(studio: Studio, page: Page) -> None:
    """Wait for it; the end of a game comes as one, when bots have played so far."""
    expect(page.get_by_role("dialog")).to_be_visible(timeout=120_000)


def go_back(share: float) -> Step:
    """Move the slider of a replay."""

    def step(_: Studio, page: Page) -> None:
        slider = page.get_by_role("slider")
        most = int(slider.get_attribute("max") or 0)
        slider.fill(str(int(most * share)))
        expect(slider).to_have_value(str(int(most * share)))
        page.wait_for_timeout(300)

    return step


def lose_connection(studio: Studio, page: Page) -> None:
    """The server is gone for a moment."""
    studio.house.kill()
    expect(page.locator(".trouble")).to_be_visible()


def cut_off(_: Studio, page: Page) -> None:
    page.context.set_offline(True)
    page.locator("a[href^='/rules']").first.click()
    expect(page.locator("h1, [role=alert]").first).to_be_visible()
