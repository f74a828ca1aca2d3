//! An instanced draw call.

use three_d::{
    Context, CoreError, ElementBuffer, InstanceBuffer, Program, RenderStates, VertexBuffer,
    Viewport,
};

/// The attributes of one instance.
pub(super) type Row<const N: usize> = [[f32; 4]; N];

/// One instanced draw: a program, a shape, and what differs from one instance to the next.
pub(super) struct Pass {
    pub(super) program: Program,
    corners: Corners,
    elements: ElementBuffer<u16>,
    /// Which of the elements are drawn: where they begin, in bytes, and how many.
    pub(super) drawn: (u32, u32),
    instances: Vec<(&'static str, InstanceBuffer<[f32; 4]>)>,
}

/// What differs from one corner of the shape to the next: two, three or four numbers.
pub(super) enum Corners {
    Two(VertexBuffer<[f32; 2]>),
    Three(VertexBuffer<[f32; 3]>),
    Four(VertexBuffer<[f32; 4]>),
}

impl Pass {
    pub(super) fn new(
        context: &Context,
        vertex: &str,
        fragment: &str,
        (corners, elements): (Corners, Vec<u16>),
        instances: &[&'static str],
    ) -> Result<Pass, CoreError> {
        Ok(Pass {
            program: Program::from_source(context, vertex, fragment)?,
            corners,
            drawn: (0, elements.len() as u32),
            elements: ElementBuffer::new_with_data(context, &elements),
            instances: instances
                .iter()
                .map(|name| (*name, InstanceBuffer::new(context)))
                .collect(),
        })
    }

    /// Draws one instance per entry of `rows`, whose columns are the instances' attributes
    /// in the order they were named.
    pub(super) fn draw<const N: usize>(
        &mut self,
        rows: &[Row<N>],
        states: RenderStates,
        viewport: Viewport,
    ) {
        self.fill(rows);
        self.draw_again(rows.len(), states, viewport);
    }

    pub(super) fn fill<const N: usize>(&mut self, rows: &[Row<N>]) {
        let mut column = Vec::with_capacity(rows.len());
        for (i, (_, buffer)) in self.instances.iter_mut().enumerate() {
            column.clear();
            column.extend(rows.iter().map(|row| row[i]));
            buffer.fill(&column);
        }
    }

    pub(super) fn draw_again(&self, count: usize, states: RenderStates, viewport: Viewport) {
        if count == 0 {
            return;
        }
        let program = &self.program;
        match &self.corners {
            Corners::Two(buffer) => program.use_vertex_attribute("corner", buffer),
            Corners::Three(buffer) => program.use_vertex_attribute("corner", buffer),
            Corners::Four(buffer) => program.use_vertex_attribute("corner", buffer),
        }
        for (name, buffer) in &self.instances {
            program.use_instance_attribute(name, buffer);
        }
        let (first, elements) = self.drawn;
        program.draw_subset_of_elements_instanced(
            states,
            viewport,
            &self.elements,
            first,
            elements,
            count as u32,
        );
    }
}
