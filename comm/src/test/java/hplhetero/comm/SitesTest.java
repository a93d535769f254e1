package hplhetero.comm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SitesTest {

    @Test
    void shouldLeaveTheRootsSiteSiteAfterSite() {
        Sites grouped = Sites.of(0, 0, 1, 1);
        assertThat(grouped.beyond(0)).containsExactly(0, 2, 3);
        assertThat(grouped.beyond(1)).containsExactly(1, 2, 3);
        assertThat(grouped.beyond(3)).containsExactly(3, 0, 1);
        Sites mixed = Sites.of(5, 7, 5, 9, 7);
        assertThat(mixed.beyond(0)).containsExactly(0, 1, 4, 3);
        assertThat(mixed.beyond(3)).containsExactly(3, 4, 1, 0, 2);
    }

    @Test
    void shouldListTheRanksOfASite() {
        Sites sites = Sites.of(5, 7, 5, 9, 7);
        assertThat(sites.inside(0)).containsExactly(0, 2);
        assertThat(sites.inside(4)).containsExactly(1, 4);
        assertThat(sites.inside(3)).containsExactly(3);
        assertThat(sites.one()).isFalse();
        assertThat(Sites.of(4, 4).one()).isTrue();
    }
}
