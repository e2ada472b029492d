/* Tables that people and spreadsheets touched: decimal commas, marks between thousands, a line sep=;,
 * line ends in quoted cells, headers that change, are glued to the first row or are not there. */
#include "readers.h"

#include "logs/number_marks.h"
#include "logs/table.h"

#include <math.h>
#include <string.h>

static double styled(const char *text, enum number_style style)
{
    double value = NAN;
    return number_read_styled(text, strlen(text), style, &value) ? value : (double)NAN;
}

START_TEST(numbers_in_each_style)
{
    static const struct {
        const char *text;
        double decimal, thousands; /* NaN: no number in this style */
    } cases[] = {{"0,395", 0.395, NAN},
                 {"-12,5e-3", -0.0125, NAN},
                 {"1,000", 1, 1000},
                 {"1.234,5", 1234.5, NAN},
                 {"1,234.5", NAN, 1234.5},
                 {"1,234,567", NAN, 1234567},
                 {"1.234.567", 1234567, NAN},
                 {"1 234 567,25", 1234567.25, NAN},
                 {"1'234'567.25", NAN, 1234567.25},
                 {"12\xE2\x80\xAF"
                  "500",
                  12500, 12500},
                 {"1,23,456", NAN, NAN},
                 {"1,2,3", NAN, NAN},
                 {"1,", NAN, NAN},
                 {",5", NAN, NAN},
                 {"0.5", 0.5, 0.5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double decimal = styled(cases[i].text, NUMBER_DECIMAL_COMMA);
        double thousands = styled(cases[i].text, NUMBER_THOUSANDS);
        ck_assert_msg(decimal == cases[i].decimal || (isnan(decimal) && isnan(cases[i].decimal)),
                      "%s: %g", cases[i].text, decimal);
        ck_assert_msg(thousands == cases[i].thousands ||
                          (isnan(thousands) && isnan(cases[i].thousands)),
                      "%s: %g", cases[i].text, thousands);
    }
}
END_TEST

/* The same "1,000" and "1.000" are other numbers in other company. */
START_TEST(columns_are_decided_as_a_whole)
{
    static const struct {
        const char *text, *metric, *points;
    } cases[] = {
        {"epoch;loss\n1;1,500\n2;1,250\n", "loss", "/1=1.5 /2=1.25"},
        {"step;loss\n500;1,5\n1.000;1,25\n1.500;1,125\n", "loss", "500=1.5 1000=1.25 1500=1.125"},
        {"step,loss\n\"500\",1.5\n\"1,000\",1.25\n", "loss", "500=1.5 1000=1.25"},
        {"epoch,loss\n1,\"1,500\"\n2,\"0,25\"\n", "loss", "/1=1.5 /2=0.25"},
        {"epoch\ttokens\n1\t999\n2\t1,000\n3\t1,500\n4\t2,000,000\n", "tokens",
         "/1=999 /2=1000 /3=1500 /4=2000000"},
        {"step\tloss\n1 000\t3\n2 000\t2\n", "loss", "1000=3 2000=2"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct log_reading r = reading_of("a.csv", cases[i].text, NULL);
        ck_assert_ptr_nonnull(r.log);
        ck_assert_str_eq(points_of(r.log, cases[i].metric), cases[i].points);
        ck_assert(reading_says(&r, DIAG_NOTE, 0, "read as such"));
        reading_done(&r);
    }
}
END_TEST

/* Neither style fits all cells: they stay text, and that is said. */
START_TEST(contradictions_are_no_numbers)
{
    struct log_reading r = reading_of(
        "a.csv", "epoch;loss;acc\n1;\"0,5\";0.1\n2;\"1,234,567\";0.2\n3;\"0,25\";0.3\n", NULL);
    ck_assert_str_eq(points_of(r.log, "acc"), "/1=0.1 /2=0.2 /3=0.3");
    ck_assert_str_eq(points_of(r.log, "loss"), "-");
    reading_done(&r);
}
END_TEST

START_TEST(whole_tables_have_them_too)
{
    static const char text[] = "arm;seed;acc\na;1;0,25\nb;2;0,5\n";
    struct data_table table;
    struct diags diags;
    diags_init(&diags);
    ck_assert(table_parse("t.csv", text, sizeof text - 1, '\0', &table, &diags));
    ck_assert_uint_eq(table.rows[1].cells[2].length, 3);
    ck_assert_mem_eq(table.rows[1].cells[2].text, "0.5", 3);
    ck_assert_uint_eq(diags.n_items, 1);
    ck_assert_ptr_nonnull(strstr(diags.items[0].message, "decimal commas"));
    table_done(&table);
    diags_done(&diags);
}
END_TEST

START_TEST(spreadsheets_name_their_delimiter)
{
    static const char *const texts[] = {"sep=;\r\nepoch;loss\r\n1;0.5\r\n2;0.25\r\n",
                                        "\"sep=;\"\nepoch;loss\n1;0.5\n2;0.25\n",
                                        "\xEF\xBB\xBFSEP=|\nepoch|loss\n1|0.5\n2|0.25\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct log_reading r = reading_of("a.csv", texts[i], NULL);
        ck_assert_str_eq(points_of(r.log, "loss"), "/1=0.5 /2=0.25");
        reading_done(&r);
    }
}
END_TEST

/* One comma more in a name than there are tabs. */
START_TEST(the_delimiter_is_the_one_that_rows_have)
{
    struct log_reading r =
        reading_of("a.tsv", "epoch\tmap (area=all,max=10,iou=0.5)\n1\t0.25\n2\t0.5\n", NULL);
    ck_assert_str_eq(points_of(r.log, "map (area=all,max=10,iou=0.5)"), "/1=0.25 /2=0.5");
    reading_done(&r);
}
END_TEST

START_TEST(a_line_end_in_a_cell_is_blank)
{
    struct log_reading r = reading_of(
        "a.csv", "epoch,\"loss\n\",acc\n1,\"0.5\n\",\"\n0.75\"\n2,\"0.25\r\n\",1\n", NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "/1=0.5 /2=0.25");
    ck_assert_str_eq(points_of(r.log, "acc"), "/1=0.75 /2=1");
    reading_done(&r);
}
END_TEST

/* Wider, narrower, in another order. */
START_TEST(another_header_is_a_header)
{
    struct log_reading r = reading_of("a.csv",
                                      "epoch,loss,acc\n1,4,0.1\n2,3,0.2\n"
                                      "epoch,loss,val_loss,acc\n3,2,9,0.3\n"
                                      "epoch,acc,loss\n4,0.4,1\n",
                                      NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "/1=4 /2=3 /3=2 /4=1");
    ck_assert_str_eq(points_of(r.log, "acc"), "/1=0.1 /2=0.2 /3=0.3 /4=0.4");
    ck_assert_str_eq(points_of(r.log, "val_loss"), "/3=9");
    ck_assert(reading_says(&r, DIAG_NOTE, 4, "another header: 4 columns from here on, 3 before"));
    reading_done(&r);
}
END_TEST

START_TEST(what_is_no_header_is_said)
{
    static const struct {
        const char *text, *words;
    } cases[] = {{"51.5,42.25,200,2024-01-01_10-00-00\n52.5,43.25,200,2024-01-01_10-01-00\n",
                  "no header: the first row holds numbers"},
                 {"#{\"t_start\": 1.5}\nr,l,t59.5,20,0.6\n67.9,21,1.2\n70.5,22,1.8\n",
                  "the header and the first row stand on one line"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct log_reading r = reading_of("a.csv", cases[i].text, NULL);
        ck_assert_ptr_null(r.log);
        ck_assert(reading_says(&r, DIAG_ERROR, i + 1, cases[i].words));
        reading_done(&r);
    }
    /* Numbers may be names. */
    struct log_reading r = reading_of("a.csv", "step,0.1,0.01\n1,5,6\n2,7,8\n", NULL);
    ck_assert_str_eq(points_of(r.log, "0.1"), "1=5 2=7");
    reading_done(&r);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {numbers_in_each_style,
                                  columns_are_decided_as_a_whole,
                                  contradictions_are_no_numbers,
                                  whole_tables_have_them_too,
                                  spreadsheets_name_their_delimiter,
                                  the_delimiter_is_the_one_that_rows_have,
                                  a_line_end_in_a_cell_is_blank,
                                  another_header_is_a_header,
                                  what_is_no_header_is_said};
    return unit_main(
        unit_suite("readers: numbers as people write them", tests, sizeof tests / sizeof *tests));
}
